import {
  AppError,
  dataLoss,
  failedPrecondition,
  internal,
  invalidArgument,
  permissionDenied,
  unavailable,
} from '@pii-vault/platform/core/errors/app-error';
import { KeyStoreError } from './key-store/key-store.ts';

export const otherCompany = () => permissionDenied('CALLER_NOT_ALLOWED', 'The token is for another company');

export const keyStillActive = (message = 'The key version is in use for new data') =>
  failedPrecondition('KEY_STILL_ACTIVE', message);

/** @param rows undefined: not counted yet; 0: empty, but a transaction may still write under the key */
export const keyHasRows = (rows: number | undefined) =>
  failedPrecondition('KEY_HAS_ROWS', keyHasRowsMessage(rows));

/** Archives are files outside the database, so they cannot be counted. */
export const keyHasArchives = () =>
  failedPrecondition('KEY_HAS_ROWS', 'This key encrypts archives; it is destroyed when its epoch ends');

function keyHasRowsMessage(rows: number | undefined): string {
  if (rows === undefined) return 'The rows under this key are still being counted; try again later';
  if (rows === 0)
    return 'The last rows under this key were rewrapped a moment ago; try again in a few minutes';
  return rows === 1
    ? '1 row is still encrypted under this key'
    : `${rows.toLocaleString('en-IN')} rows are still encrypted under this key`;
}

export const rotationRunning = () =>
  failedPrecondition('ROTATION_RUNNING', 'The previous rotation of this key is still running');

export const keyInGrace = () =>
  failedPrecondition('KEY_IN_GRACE', 'The key version was replaced too recently; try again later');

export const tokenHeader = (message: string) => invalidArgument('TOKEN_HEADER', message);

export const tokenKeyRetired = () => failedPrecondition('TOKEN_KEY_RETIRED', 'The token key was replaced');

export const checkpointText = (message: string) => invalidArgument('CHECKPOINT_TEXT', message);

export const certificateText = (message: string) => invalidArgument('CERTIFICATE_TEXT', message);

export const invalidRequest = (message: string) => invalidArgument('INVALID_ARGUMENT', message);

export const keyStoreNotOnline = (status: string) =>
  unavailable('KEY_STORE_UNAVAILABLE', `The key store is ${status}`);

/** The start is refused: the database does not match the key store. */
export const keysMissing = (message: string, cause?: unknown) =>
  failedPrecondition('KEYS_MISSING', message, { cause });

/** Maps a fault of the key store to the error for callers; returns any other error unchanged. */
export function fromKeyStore(thrown: unknown): unknown {
  if (!(thrown instanceof KeyStoreError)) return thrown;
  switch (thrown.fault) {
    case 'unavailable':
      return unavailable('KEY_STORE_UNAVAILABLE', 'The key store does not answer', { cause: thrown });
    case 'absent':
      return dataLoss('KEY_ABSENT', 'The key store has lost a key', { cause: thrown });
    case 'integrity':
      return dataLoss('KEY_INTEGRITY', 'A stored key does not authenticate', { cause: thrown });
    case 'disabled':
      return unavailable('KEY_DISABLED', 'A key is switched off in the key store', { cause: thrown });
    case 'refused':
      return unavailable('KEY_STORE_REFUSED', 'The key store refuses our credentials', { cause: thrown });
    case 'unsafe':
      return failedPrecondition('KEY_STORE_UNSAFE', 'A key in the key store can be exported', {
        cause: thrown,
      });
    case 'misuse':
      return internal('KEY_MISUSE', 'Something went wrong on our side', { cause: thrown });
  }
}

/** Adds the key store's message to a start error: operators need it, and it holds no key material. */
export function toStartError(thrown: unknown): unknown {
  if (!(thrown instanceof AppError && thrown.cause instanceof KeyStoreError)) return thrown;
  const { code, reason, message, cause } = thrown;
  return new AppError(code, reason, `${message}: ${cause.message}`, { cause });
}
