import { permissionDenied } from '../errors/app-error.ts';
import type { UserCaller } from './caller.ts';
import { companiesWith, hasPermission, hasPermissionAnywhere } from './permissions.ts';

/** How long a proof (a second factor or the password) counts after it was given. */
export const FRESH_PROOF_MS = 5 * 60_000;
/** The clocks of two processes may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Permission to create and widen access with an API credential or a delegated token, without a fresh proof. A role has
 * it only by a row of role_permissions.
 */
export const AUTOMATE_ACCESS = 'access:automate';

/** The reason that asks a person for a proof; clients repeat the call after POST /auth/confirm. */
export const FRESH_PROOF_REQUIRED = 'FRESH_PROOF_REQUIRED';

export interface ProofScope {
  /** The permission that the call needs as well. */
  readonly permission: string | undefined;
  /** The company that the request names. */
  readonly companyId: number | undefined;
}

/**
 * A call that creates or widens access needs a session whose user gave a proof within FRESH_PROOF_MS. API clients and
 * delegated tokens cannot give one. They need AUTOMATE_ACCESS in the company that the request names, otherwise in each
 * company where they hold the permission of the call.
 * @throws AppError PERMISSION_DENIED FRESH_PROOF_REQUIRED, OWN_SESSION_REQUIRED
 */
export function requireFreshProof(caller: UserCaller, scope: ProofScope, now: number): void {
  if (caller.clientId === undefined && caller.actorUserId === undefined) {
    if (!isProven(caller, now)) throw freshProofRequired();
  } else if (!mayAutomate(caller, scope)) throw ownSessionRequired();
}

/** Whether a proof was given within FRESH_PROOF_MS before `now` (epoch ms). */
export function isProven({ provenAt }: Pick<UserCaller, 'provenAt'>, now: number): boolean {
  if (provenAt === undefined) return false;
  return provenAt > now - FRESH_PROOF_MS && provenAt <= now + CLOCK_TOLERANCE_MS;
}

function mayAutomate(caller: UserCaller, { permission, companyId }: ProofScope): boolean {
  if (companyId !== undefined) return hasPermission(caller, AUTOMATE_ACCESS, companyId);
  const used = permission === undefined ? [...caller.companies.keys()] : companiesWith(caller, permission);
  if (caller.isSuperAdmin || used === 'all') return caller.everywhere.has(AUTOMATE_ACCESS);
  return (
    hasPermissionAnywhere(caller, AUTOMATE_ACCESS) &&
    used.every((id) => hasPermission(caller, AUTOMATE_ACCESS, id))
  );
}

const freshProofRequired = () =>
  permissionDenied(
    FRESH_PROOF_REQUIRED,
    'Confirm your password or second factor (POST /api/auth/confirm) and repeat the request within five minutes',
  );

const ownSessionRequired = () =>
  permissionDenied(
    'OWN_SESSION_REQUIRED',
    'API credentials and delegated tokens may not do this: sign in with your password and repeat the request',
  );
