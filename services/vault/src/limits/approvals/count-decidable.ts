import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Waits } from '@pii-vault/platform/domain/waiting/waiting';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { readPendingChanges } from '../policies/changes-store.ts';
import { type Decidable, whyNotDecide } from './approval.ts';
import { readPendingRequests } from './approvals-store.ts';
import { type DependentAccounts, isDependent } from './dependent-accounts.ts';

interface Ending extends Decidable {
  readonly endsAt: Date;
}

/** What waits for the caller's decision in its companies, or in the named one. Reasons are not opened. */
export function countDecidableUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly dependentAccounts: DependentAccounts;
}) {
  return async (ctx: Ctx, companyId: number | undefined) => {
    const companies = await deps.status.readScope(ctx, 'company:manage', companyId);
    const { requests, changes } = await deps.db.tenant(readingScope(ctx, companies), async (tx) => ({
      requests: await readPendingRequests(tx, companies),
      changes: await readPendingChanges(tx, companies),
    }));
    const dependent = await deps.dependentAccounts(ctx, [...requests, ...changes]);
    const mine = (one: Decidable) =>
      whyNotDecide(ctx.caller, one) === undefined && !isDependent(one, dependent);
    return {
      approvals: summed(requests.filter(mine).map((one) => ({ ...one, endsAt: one.expiresAt }))),
      limits: summed(changes.filter(mine).map((one) => ({ ...one, endsAt: one.dueAt }))),
    };
  };
}

function summed(waiting: readonly Ending[]): Waits {
  const [first] = waiting.toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  return {
    count: waiting.length,
    companyId: first?.companyId,
    dueAt: first?.endsAt,
  };
}
