import type { Ctx } from '../../core/context/ctx.ts';
import type { AuditAction } from '../audit-actions.ts';

/** Actions that revoke something for good and must not be undone by restoring a backup. */
export const REVOKING_ACTIONS = [
  'data_erase',
  'data_update',
  'consent_withdraw',
  'credentials_revoke',
  'credentials_rotate',
  'user_update',
  'user_delete',
  'role_remove',
  'password_set',
  'password_change',
  'password_reset',
  'company_status',
  'company_delete',
  'link_agreement_end',
  'access_rule_remove',
  'webhook_delete',
] as const satisfies readonly AuditAction[];
export type RevokingAction = (typeof REVOKING_ACTIONS)[number];

/** Changes of a person's data that revoke something; the others only add. */
const SEALING_CHANGES = ['field_sealed', 'retention_expired'];

/** An audit entry of a revocation, with what is needed to repeat the revocation. */
export interface Revocation {
  readonly action: RevokingAction;
  readonly at: Date;
  readonly companyId: number | undefined;
  readonly individualId: number | undefined;
  readonly fieldNames: readonly string[];
  readonly purpose: string;
  readonly objectIds: Readonly<Record<string, string>>;
}

/** done · already: nothing was left to revoke · kept: the revocation would lock out every user or let in everyone */
export type ReplayOutcome = 'done' | 'already' | 'kept';

/** How a service repeats its revocations, by action. */
export type Replays = Partial<
  Record<RevokingAction, (ctx: Ctx, revocation: Revocation) => Promise<ReplayOutcome>>
>;

/** The action, if an allowed entry of it with these ids is a revocation. */
export function revokingAction(
  action: string,
  objectIds: Readonly<Record<string, string>>,
): RevokingAction | undefined {
  const known = REVOKING_ACTIONS.find((each) => each === action);
  if (known === 'data_update' && !SEALING_CHANGES.includes(objectIds.change ?? '')) return undefined;
  return known;
}
