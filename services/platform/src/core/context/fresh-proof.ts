import { permissionDenied } from '../errors/app-error.ts';
import type { UserCaller } from './caller.ts';
import { companiesWith, hasPermission, hasPermissionAnywhere } from './permissions.ts';
import { isOwnSession } from './second-person.ts';

/** How long a proof (a second factor or the password) counts after it was given. */
export const FRESH_PROOF_MS = 5 * 60_000;
/** The clocks of two processes may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Permission to create and widen access with an API credential or a delegated token, without a fresh proof. A role has
 * it only by a row of role_permissions.
 */
export const AUTOMATE_ACCESS = 'access:automate';

/**
 * Permission of an API credential to erase people and values without a fresh proof. No role has it: the credential is
 * created with it, and identity adds it where its user may erase.
 */
export const AUTOMATE_ERASURE = 'erase:automate';

/** The reason that asks a person for a proof; clients repeat the call after POST /auth/confirm. */
export const FRESH_PROOF_REQUIRED = 'FRESH_PROOF_REQUIRED';

export interface ProofScope {
  /** The permission that the call needs as well. */
  readonly permission: string | undefined;
  /** The company that the request names. */
  readonly companyId: number | undefined;
  /** Permission with which API clients and delegated tokens make the call without a proof; default: AUTOMATE_ACCESS. */
  readonly automate?: string;
}

/**
 * A call that creates or widens access needs a session whose user gave a proof within FRESH_PROOF_MS. API clients and
 * delegated tokens cannot give one. They need `automate` in the company that the request names, otherwise in each
 * company where they hold the permission of the call.
 * @throws AppError PERMISSION_DENIED FRESH_PROOF_REQUIRED, OWN_SESSION_REQUIRED
 */
export function requireFreshProof(caller: UserCaller, scope: ProofScope, now: number): void {
  if (isOwnSession(caller)) {
    if (!isProven(caller, now)) throw freshProofRequired();
  } else if (!mayAutomate(caller, scope)) throw ownSessionRequired(scope.automate);
}

/** Whether a proof was given within FRESH_PROOF_MS before `now` (epoch ms). */
export function isProven({ provenAt }: Pick<UserCaller, 'provenAt'>, now: number): boolean {
  if (provenAt === undefined) return false;
  return provenAt > now - FRESH_PROOF_MS && provenAt <= now + CLOCK_TOLERANCE_MS;
}

function mayAutomate(caller: UserCaller, scope: ProofScope): boolean {
  const { permission, companyId, automate = AUTOMATE_ACCESS } = scope;
  if (companyId !== undefined) return hasPermission(caller, automate, companyId);
  const used = permission === undefined ? [...caller.companies.keys()] : companiesWith(caller, permission);
  if (caller.isSuperAdmin || used === 'all') return caller.everywhere.has(automate);
  return hasPermissionAnywhere(caller, automate) && used.every((id) => hasPermission(caller, automate, id));
}

const freshProofRequired = () =>
  permissionDenied(
    FRESH_PROOF_REQUIRED,
    'Confirm your password or second factor (POST /api/auth/confirm) and repeat the request within five minutes',
  );

const ownSessionRequired = (automate: string | undefined) =>
  permissionDenied(
    'OWN_SESSION_REQUIRED',
    automate === AUTOMATE_ERASURE
      ? 'Only API credentials that were created with mayErase may erase, and no delegated token: sign in with your ' +
          'password and repeat the request, or ask an administrator for such a credential'
      : 'API credentials and delegated tokens may not do this: sign in with your password and repeat the request',
  );
