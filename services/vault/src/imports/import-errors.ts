import {
  type AppErrorOptions,
  aborted,
  failedPrecondition,
  invalidArgument,
  resourceExhausted,
} from '@pii-vault/platform/core/errors/app-error';

export const invalidOptions = (message: string) => invalidArgument('IMPORT_OPTIONS', message);

export const invalidMapping = (message: string, options: AppErrorOptions = {}) =>
  invalidArgument('IMPORT_MAPPING', message, options);

export const unusableHeader = (message: string) => invalidArgument('IMPORT_HEADER', message);

export const tooManyColumns = (max: number) => unusableHeader(`The file has more than ${max} columns`);

export const emptyImport = () => invalidArgument('IMPORT_EMPTY', 'The file has no rows');

export const importTooLarge = (maxBytes: number) =>
  resourceExhausted('PAYLOAD_TOO_LARGE', `The file is larger than ${maxBytes} bytes`);

export const importFinished = () => failedPrecondition('IMPORT_FINISHED', 'The import has already ended');

export const importNotHeld = () =>
  failedPrecondition(
    'IMPORT_NOT_HELD',
    'The import does not wait for a mapping; cancel it and send the file again to read it differently',
  );

export const importHeld = () =>
  failedPrecondition('IMPORT_HELD', 'The import waits for a mapping of its columns, not for a retry');

/** Another process took the import over, or it was cancelled: this one stops without writing. */
export const leaseLost = () => aborted('IMPORT_LEASE_LOST', 'Another process continues this import');

/** The import's key was rewrapped after the import was claimed. */
export const keyMoved = () => aborted('IMPORT_KEY_MOVED', 'The import has been resumed');

/** The upload was silent for too long and its bytes were deleted. */
export const uploadBroken = () => aborted('UPLOAD_BROKEN', 'The upload was interrupted; send the file again');
