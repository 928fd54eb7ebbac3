import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { accountsBehind, isOwnSession } from '@pii-vault/platform/core/context/second-person';
import { permissionDenied, resourceExhausted } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { countRequests, insertChange, lockPolicy, readPending, replacePending } from './changes-store.ts';
import { isLooser, isSamePolicy, strictest } from './loosening.ts';
import { CHANGE_WAIT_MS, MAX_CHANGES_A_DAY, type PolicyChange } from './policy-change.ts';
import { changeEntry, policyEntry } from './policy-entry.ts';
import type { PolicyNotices } from './policy-notices.ts';
import { readPolicy, type StoredPolicy, writePolicy } from './policy-store.ts';
import type { RevealPolicy } from './reveal-policy.ts';

export interface SetPolicyDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: Pick<CompanyStatus, 'requireOpen'>;
  readonly notices: PolicyNotices;
}

export interface PolicyState extends StoredPolicy {
  readonly pending: PolicyChange | undefined;
}

export type SetPolicy = (ctx: Ctx, companyId: number, wanted: RevealPolicy) => Promise<PolicyState>;

/**
 * Tighter limits take effect at once. Looser ones wait for a second person, or for CHANGE_WAIT_MS if the company has
 * none. A newer change replaces the pending one.
 * @throws AppError PERMISSION_DENIED OWN_SESSION_REQUIRED; RESOURCE_EXHAUSTED POLICY_CHANGES_TOO_MANY
 */
export function setPolicyUseCase({ db, status, notices }: SetPolicyDeps): SetPolicy {
  return async (ctx, companyId, wanted) => {
    await status.requireOpen(companyId);
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) => db.tenant({ companies: [companyId] }, work);
    const seen = await inCompany((tx) => readPolicy(tx, companyId));
    const barred = accountsBehind(caller);
    // Identity is queried before the transaction. If the policy was tightened meanwhile, the company counts as having a
    // second person.
    const isAlone = isLooser(wanted, seen.policy) && (await notices.isAlone(companyId, barred));
    const { state, isNew } = await inCompany(async (tx) => {
      await lockPolicy(tx, companyId);
      const pending = await readPending(tx, companyId);
      const held = await tighten(tx, ctx, companyId, wanted);
      if (!isLooser(wanted, held.policy)) {
        await replacePending(tx, companyId);
        return { state: { ...held, pending: undefined }, isNew: false };
      }
      requireOwnSession(caller);
      if (
        pending !== undefined &&
        pending.requestedBy === caller.userId &&
        isSamePolicy(pending.wanted, wanted)
      )
        return { state: { ...held, pending }, isNew: false };
      const change = await request(tx, ctx, {
        companyId,
        wanted,
        barred,
        isAlone,
        requestedBy: caller.userId,
      });
      return { state: { ...held, pending: change }, isNew: true };
    });
    if (isNew && state.pending !== undefined) notices.mail(ctx, state.pending);
    return state;
  };
}

async function tighten(tx: Tx, ctx: Ctx, companyId: number, wanted: RevealPolicy): Promise<StoredPolicy> {
  const current = await readPolicy(tx, companyId);
  const policy = strictest(current.policy, wanted);
  if (isSamePolicy(policy, current.policy)) return current;
  const userId = ctx.caller.kind === 'user' ? (ctx.caller.actorUserId ?? ctx.caller.userId) : 0;
  const updatedAt = await writePolicy(tx, companyId, policy, userId);
  await tx.publish(policyEntry(ctx, companyId, policy));
  return { policy, updatedAt };
}

async function request(
  tx: Tx,
  ctx: Ctx,
  wanted: Omit<PolicyChange, 'id' | 'requestedAt' | 'dueAt'>,
): Promise<PolicyChange> {
  const { companyId } = wanted;
  if ((await countRequests(tx, companyId)) >= MAX_CHANGES_A_DAY) throw tooMany();
  await replacePending(tx, companyId);
  const requestedAt = new Date();
  const dueAt = new Date(requestedAt.getTime() + CHANGE_WAIT_MS);
  const change = await insertChange(tx, { ...wanted, requestedAt, dueAt });
  await tx.publish(changeEntry(ctx, 'reveal_policy_request', change));
  return change;
}

/** With access:automate a program may change a policy, but never loosen it. */
function requireOwnSession(caller: UserCaller): void {
  if (isOwnSession(caller)) return;
  throw permissionDenied(
    'OWN_SESSION_REQUIRED',
    'API credentials and delegated tokens may tighten limits and never loosen them: sign in with your password and ' +
      'repeat the request',
  );
}

const tooMany = () =>
  resourceExhausted(
    'POLICY_CHANGES_TOO_MANY',
    `Looser limits were requested ${MAX_CHANGES_A_DAY} times within a day for this company; wait for a decision`,
    { retryAfterMs: 3_600_000 },
  );
