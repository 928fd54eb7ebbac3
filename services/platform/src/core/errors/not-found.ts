import { AppError } from './app-error.ts';

/** For an object that is absent or another company's. The error is the same, so that a caller cannot probe for ids. */
export const notFound = () => new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
