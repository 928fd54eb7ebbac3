import { AppError } from '@pii-vault/platform/errors/app-error';
import { KeyStoreError } from './key-store/key-store.ts';

export const otherCompany = () =>
  new AppError('PERMISSION_DENIED', 'CALLER_NOT_ALLOWED', 'The token speaks for another company');

export const keyStillActive = (message = 'The key version is in use for new data') =>
  new AppError('FAILED_PRECONDITION', 'KEY_STILL_ACTIVE', message);

/** @param rows undefined until they were counted, 0 while those who may still write under it are waited for */
export const keyHasRows = (rows: number | undefined) =>
  new AppError('FAILED_PRECONDITION', 'KEY_HAS_ROWS', keyHasRowsMessage(rows));

/** Archives are files that nobody counts. */
export const keyHasArchives = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'KEY_HAS_ROWS',
    'Archives were written with this key; it is destroyed when its epoch ends',
  );

function keyHasRowsMessage(rows: number | undefined): string {
  if (rows === undefined) return 'What is encrypted under this key is being counted, try again later';
  if (rows === 0) return 'The last rows have just left this key, try again in a few minutes';
  return rows === 1
    ? '1 row is still encrypted under this key'
    : `${rows.toLocaleString('en-IN')} rows are still encrypted under this key`;
}

export const rotationRunning = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'ROTATION_RUNNING',
    'The former rotation of this key has not ended yet',
  );

export const keyInGrace = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'KEY_IN_GRACE',
    'The key version was replaced too recently, try again later',
  );

export const tokenHeader = (message: string) => new AppError('INVALID_ARGUMENT', 'TOKEN_HEADER', message);

export const tokenKeyRetired = () =>
  new AppError('FAILED_PRECONDITION', 'TOKEN_KEY_RETIRED', 'The token key was replaced');

export const checkpointText = (message: string) =>
  new AppError('INVALID_ARGUMENT', 'CHECKPOINT_TEXT', message);

export const certificateText = (message: string) =>
  new AppError('INVALID_ARGUMENT', 'CERTIFICATE_TEXT', message);

export const invalidArgument = (message: string) =>
  new AppError('INVALID_ARGUMENT', 'INVALID_ARGUMENT', message);

export const keyStoreNotOnline = (status: string) =>
  new AppError('UNAVAILABLE', 'KEY_STORE_UNAVAILABLE', `The key store is ${status}`);

/** The start is refused: the database and the key store do not belong together. */
export const keysMissing = (message: string, cause?: unknown) =>
  new AppError('FAILED_PRECONDITION', 'KEYS_MISSING', message, { cause });

/** A fault of the key store as the error its caller gets; anything else passes unchanged. */
export function fromKeyStore(thrown: unknown): unknown {
  if (!(thrown instanceof KeyStoreError)) return thrown;
  switch (thrown.fault) {
    case 'unavailable':
      return new AppError('UNAVAILABLE', 'KEY_STORE_UNAVAILABLE', 'The key store does not answer', {
        cause: thrown,
      });
    case 'absent':
      return new AppError('DATA_LOSS', 'KEY_ABSENT', 'The key store has lost a key', { cause: thrown });
    case 'integrity':
      return new AppError('DATA_LOSS', 'KEY_INTEGRITY', 'A stored key does not authenticate', {
        cause: thrown,
      });
    case 'disabled':
      return new AppError('UNAVAILABLE', 'KEY_DISABLED', 'A key is switched off in the key store', {
        cause: thrown,
      });
    case 'refused':
      return new AppError('UNAVAILABLE', 'KEY_STORE_REFUSED', 'The key store refuses our credentials', {
        cause: thrown,
      });
    case 'unsafe':
      return new AppError('FAILED_PRECONDITION', 'KEY_STORE_UNSAFE', 'The key store could give a key away', {
        cause: thrown,
      });
    case 'misuse':
      return new AppError('INTERNAL', 'KEY_MISUSE', 'Something went wrong on our side', { cause: thrown });
  }
}

/** What keeps the service from starting is read by an operator: it tells the key store's own words, too, which hold no material. */
export function atStart(thrown: unknown): unknown {
  if (!(thrown instanceof AppError && thrown.cause instanceof KeyStoreError)) return thrown;
  const { code, reason, message, cause } = thrown;
  return new AppError(code, reason, `${message}: ${cause.message}`, { cause });
}
