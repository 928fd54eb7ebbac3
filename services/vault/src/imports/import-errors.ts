import { AppError, type AppErrorOptions, fixedError } from '@pii-vault/platform/core/errors/app-error';

export const invalidOptions = (message: string) =>
  new AppError('INVALID_ARGUMENT', 'IMPORT_OPTIONS', message);

export const invalidMapping = (message: string, options: AppErrorOptions = {}) =>
  new AppError('INVALID_ARGUMENT', 'IMPORT_MAPPING', message, options);

export const unusableHeader = (message: string) => new AppError('INVALID_ARGUMENT', 'IMPORT_HEADER', message);

export const tooManyColumns = (max: number) => unusableHeader(`The file has more than ${max} columns`);

export const emptyImport = fixedError('INVALID_ARGUMENT', 'IMPORT_EMPTY', 'The file has no rows');

export const importTooLarge = (maxBytes: number) =>
  new AppError('RESOURCE_EXHAUSTED', 'PAYLOAD_TOO_LARGE', `The file is larger than ${maxBytes} bytes`);

export const importFinished = () =>
  new AppError('FAILED_PRECONDITION', 'IMPORT_FINISHED', 'The import has already ended');

export const importNotHeld = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'IMPORT_NOT_HELD',
    'The import does not wait for a mapping; cancel it and send the file again to read it differently',
  );

export const importHeld = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'IMPORT_HELD',
    'The import waits for a mapping of its columns, not for another try',
  );

/** Another process took the import over, or it was cancelled: this one stops without writing. */
export const leaseLost = fixedError('ABORTED', 'IMPORT_LEASE_LOST', 'The import goes on elsewhere');

/** The import's key was rewrapped after the import was claimed. */
export const keyMoved = fixedError('ABORTED', 'IMPORT_KEY_MOVED', 'The import is taken up again');

/** The upload was silent for too long and its bytes are gone. */
export const uploadBroken = () =>
  new AppError('ABORTED', 'UPLOAD_BROKEN', 'The upload was interrupted; send the file again');
