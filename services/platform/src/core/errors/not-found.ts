import { AppError } from './app-error.ts';

/**
 * Error for an object that does not exist or belongs to another company. It is the same, so that a caller cannot probe
 * ids.
 */
export const notFound = () => new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
