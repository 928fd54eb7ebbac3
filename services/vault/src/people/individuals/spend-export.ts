import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { approvedPeople } from '../../limits/approvals/approvals-store.ts';
import type { UseApproval } from '../../limits/approvals/use-approval.ts';
import { accountOf } from '../../limits/budgets/budget-period.ts';
import { type Account, readUsed } from '../../limits/budgets/counts-store.ts';
import type { Meter } from '../../limits/budgets/meters.ts';
import { spendBudget } from '../../limits/budgets/spending.ts';
import { readPolicy } from '../../limits/policies/policy-store.ts';
import type { RevealPolicy } from '../../limits/policies/reveal-policy.ts';
import { readFigures } from './figures.ts';
import { isQualityBand } from './individual.ts';
import type { ListInput } from './individuals-page.ts';

interface ExportDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly zones: CompanyZones;
  readonly useApproval: UseApproval;
}

/** Rows of a page of an export: a budget is used in whole pages. */
const PAGE_ROWS = 200;

function exportMeters({ exportsAbove }: RevealPolicy): Meter[] {
  return exportsAbove === undefined ? [] : [{ budget: 'export', purpose: '', limit: exportsAbove }];
}

/**
 * Reserves a page of an export before it is shown: up to the company's daily number, then under an approval for the
 * purpose.
 * @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED, APPROVAL_VOID
 */
export async function spendExport(
  { db, zones, useApproval }: ExportDeps,
  ctx: Ctx,
  companies: readonly number[],
  purpose: string | undefined,
): Promise<void> {
  for (const [companyId, rows] of Map.groupBy(companies, (id) => id)) {
    const account = accountOf(zones, ctx, companyId);
    if (account === undefined) return;
    await spendBudget(db, ctx, {
      account,
      metersOf: exportMeters,
      need: rows.length,
      spare: 0,
      ...(purpose === undefined ? {} : { approval: { kind: 'export', purpose, use: useApproval } }),
    });
  }
}

/**
 * Refuses a file before its first page if it would exceed the budget, where the number of its rows is known.
 * @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED
 */
export async function requireExportRoom(
  { db, zones }: ExportDeps,
  ctx: Ctx,
  companies: readonly number[],
  input: ListInput,
): Promise<void> {
  if (input.externalId !== undefined || (input.search ?? '').trim() !== '') return;
  for (const companyId of companies) {
    const account = accountOf(zones, ctx, companyId);
    if (account === undefined) return;
    const figures = await readFigures(db, ctx, [companyId]);
    const { quality } = input;
    const need = quality !== undefined && isQualityBand(quality) ? figures[quality] : figures.individuals;
    if (need <= (await roomFor(db, ctx, account, input.purpose))) continue;
    await spendBudget(db, ctx, { account, metersOf: exportMeters, need, spare: 0 });
  }
}

async function roomFor(
  db: Pick<Database, 'tenant'>,
  { caller }: Ctx,
  account: Account,
  purpose: string | undefined,
): Promise<number> {
  const { companyId, subject } = account;
  return await db.tenant({ companies: [companyId] }, async (tx) => {
    const { policy } = await readPolicy(tx, companyId);
    const [state] = await readUsed(tx, account, exportMeters(policy));
    if (state === undefined) return Number.POSITIVE_INFINITY;
    const left = Math.max(0, state.limit - state.used);
    if (purpose === undefined || caller.kind !== 'user') return left;
    const use = { companyId, requestedBy: subject.userId, kind: 'export', purpose } as const;
    const approved = await approvedPeople(tx, { ...use, behind: accountsBehind(caller) });
    return Math.max(left, approved + left - (left % PAGE_ROWS));
  });
}
