import { permissionDenied } from '../errors/app-error.ts';
import type { Caller, SessionLack } from './caller.ts';

/**
 * Refuses a restricted session every call but those that name what it lacks.
 * @throws AppError PERMISSION_DENIED SECOND_FACTOR_REQUIRED, NEW_PASSWORD_REQUIRED, FACTOR_ENROLMENT_REQUIRED
 */
export function refuseLacking(caller: Caller, lacking: readonly SessionLack[] = []): void {
  if (caller.kind !== 'user' || caller.lacks === undefined || lacking.includes(caller.lacks)) return;
  throw refusals[caller.lacks]();
}

const factorRequired = () =>
  permissionDenied(
    'SECOND_FACTOR_REQUIRED',
    'Give your second factor (POST /api/auth/second-factor) and repeat the request',
  );

const enrolmentRequired = () =>
  permissionDenied(
    'FACTOR_ENROLMENT_REQUIRED',
    'Your role needs a second factor: add a passkey or an authenticator app (POST /api/auth/factors) and repeat the request',
  );

const passwordRequired = () =>
  permissionDenied(
    'NEW_PASSWORD_REQUIRED',
    'Your password is temporary: set your own (POST /api/auth/change-password) and repeat the request',
  );

const refusals: Readonly<Record<SessionLack, () => Error>> = {
  second_factor: factorRequired,
  new_password: passwordRequired,
  factor_enrolment: enrolmentRequired,
};
