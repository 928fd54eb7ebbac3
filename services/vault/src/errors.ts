import {
  type ErrorDetail,
  failedPrecondition,
  invalidArgument,
  permissionDenied,
} from '@pii-vault/platform/core/errors/app-error';

export const invalidRecord = (details: readonly ErrorDetail[]) =>
  invalidArgument('FIELD_INVALID', 'A value is not valid', { details });

/** No field of the person is covered by the purpose. */
export const purposeRefused = () =>
  permissionDenied('PURPOSE_REFUSED', 'Consent does not cover this purpose');

export const tooMany = (what: string, most: number) =>
  invalidArgument('TOO_MANY', `At most ${most} ${what} in one call`);

export const invalidField = (reason: string, path: string, message: string) =>
  invalidArgument(reason, `${path} ${message}`, { details: [{ path, message }] });

/** The person was erased in a company of the caller; REST answers 410. */
export const erased = () => failedPrecondition('ERASED', 'This person has been erased');

/** The caller expects another format of features than this version returns (features.proto). */
export const formUnknown = () => failedPrecondition('FORM_UNKNOWN', 'The vault answers in another form');

/** The caller requested features in an encoding that this version of the vault does not support. */
export const encodingUnknown = () =>
  failedPrecondition('ENCODING_UNKNOWN', 'The vault does not support this encoding');
