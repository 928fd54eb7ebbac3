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

/** Who asks reads answers of another form than this version makes (features.proto). */
export const formUnknown = () => failedPrecondition('FORM_UNKNOWN', 'The vault answers in another form');

/** Features were asked for in an encoding that this version of the vault does not make. */
export const encodingUnknown = () =>
  failedPrecondition('ENCODING_UNKNOWN', 'The vault does not support this encoding');
