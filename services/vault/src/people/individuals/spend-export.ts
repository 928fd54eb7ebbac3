import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { Approvals } from '../../limits/approvals/usable-approvals.ts';
import { makersAccountOf } from '../../limits/budgets/budget-period.ts';
import { type Account, readUsed } from '../../limits/budgets/counts-store.ts';
import type { Meter } from '../../limits/budgets/meters.ts';
import { spendBudget } from '../../limits/budgets/spending.ts';
import { subjectOf } from '../../limits/budgets/subject.ts';
import { readPolicy } from '../../limits/policies/policy-store.ts';
import type { RevealPolicy } from '../../limits/policies/reveal-policy.ts';
import { readFigures } from './figures.ts';
import { isQualityBand } from './individual.ts';
import { isCounted, type ListInput } from './individuals-page.ts';

interface ExportDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly zones: CompanyZones;
  readonly approvals: Approvals;
}

function exportMeters({ exportsAbove }: RevealPolicy): Meter[] {
  return exportsAbove === undefined ? [] : [{ budget: 'export', purpose: '', limit: exportsAbove }];
}

/**
 * Reserves a page of an export before it is shown: up to the company's daily number, then under an approval for the
 * purpose.
 * @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED, APPROVAL_VOID
 */
export async function spendExport(
  { db, zones, approvals }: ExportDeps,
  ctx: Ctx,
  companies: readonly number[],
  purpose: string | undefined,
): Promise<void> {
  for (const [companyId, rows] of Map.groupBy(companies, (id) => id)) {
    const account = makersAccountOf(zones, ctx, companyId);
    if (account === undefined) return;
    await spendBudget(db, ctx, {
      account,
      metersOf: exportMeters,
      need: rows.length,
      spare: 0,
      ...(purpose === undefined ? {} : { approval: { kind: 'export', purpose, use: approvals.use } }),
    });
  }
}

/**
 * Refuses a file before its first page if it would exceed the budget, where the number of its rows is known.
 * @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED, APPROVAL_VOID
 */
export async function requireExportRoom(
  { db, zones, approvals }: ExportDeps,
  ctx: Ctx,
  companies: readonly number[],
  input: ListInput,
): Promise<void> {
  if (!isCounted(input)) return;
  for (const companyId of companies) {
    const account = makersAccountOf(zones, ctx, companyId);
    if (account === undefined) return;
    const figures = await readFigures(db, ctx, [companyId]);
    const { quality, purpose } = input;
    const need = quality !== undefined && isQualityBand(quality) ? figures[quality] : figures.individuals;
    const left = await budgetLeft(db, account);
    if (left === undefined || need <= left) continue;
    const { people, hasVoid } = await approvedFor(approvals, ctx, account, purpose);
    if (fitsInPages(need, input.limit, [left, ...people])) continue;
    await spendBudget(db, ctx, {
      ...{ account, metersOf: exportMeters, need, spare: 0 },
      hasVoidApproval: hasVoid,
    });
  }
}

/** People left in the budget of the day; undefined: there is no limit. */
async function budgetLeft(db: Pick<Database, 'tenant'>, account: Account): Promise<number | undefined> {
  return await db.tenant({ companies: [account.companyId] }, async (tx) => {
    const { policy } = await readPolicy(tx, account.companyId);
    const [state] = await readUsed(tx, account, exportMeters(policy));
    return state && Math.max(0, state.limit - state.used);
  });
}

async function approvedFor(
  approvals: Approvals,
  ctx: Ctx,
  { companyId }: Account,
  purpose: string | undefined,
): ReturnType<Approvals['left']> {
  const { caller } = ctx;
  const requester = subjectOf(caller);
  if (purpose === undefined || requester === undefined || caller.kind !== 'user')
    return { people: [], hasVoid: false };
  const use = { companyId, requestedBy: requester.userId, kind: 'export', purpose } as const;
  return await approvals.left(ctx, { ...use, behind: accountsBehind(caller) });
}

/** Whether `need` people, in pages of `limit`, fit where each page is taken whole from one of the sources. */
function fitsInPages(need: number, limit: number, sources: readonly number[]): boolean {
  const fullPages = Math.ceil(need / limit) - 1;
  const lastPage = need - fullPages * limit;
  const capacity = sources.reduce((pages, people) => pages + Math.floor(people / limit), 0);
  if (capacity !== fullPages) return capacity > fullPages;
  return sources.some((people) => people % limit >= lastPage);
}
