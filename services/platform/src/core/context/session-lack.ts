import { permissionDenied } from '../errors/app-error.ts';
import type { Caller, SessionLack } from './caller.ts';

/**
 * Refuses a restricted session every call but those that name what it lacks.
 * @throws AppError PERMISSION_DENIED SECOND_FACTOR_REQUIRED, FACTOR_ENROLMENT_REQUIRED
 */
export function refuseLacking(caller: Caller, lacking: readonly SessionLack[] = []): void {
  if (caller.kind !== 'user' || caller.lacks === undefined || lacking.includes(caller.lacks)) return;
  throw caller.lacks === 'second_factor' ? factorRequired() : enrolmentRequired();
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
