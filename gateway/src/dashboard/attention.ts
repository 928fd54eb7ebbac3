import { attentionParts, type DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';
import type { Permission } from '@pii-vault/contract/permissions';
import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { AppError, type GrpcCodeName } from '@pii-vault/platform/core/errors/app-error';
import type { Deadlines } from '@pii-vault/proto/compliance/v1/deadlines';
import type { CompanyPair } from '@pii-vault/proto/lineage/v1/links';
import type { Waiting as UndatedWaiting } from '@pii-vault/proto/tenancy/v1/figures';
import type { Decidable } from '@pii-vault/proto/vault/v1/approvals';
import type { CountHeldImportsResponse } from '@pii-vault/proto/vault/v1/imports';
import type { Clients } from '../clients.ts';
import { toImport } from '../imports/imports-mapper.ts';
import { awaitAll } from '../wire/await-all.ts';
import { ifPermitted } from '../wire/optional-response.ts';

export interface AttentionDeps {
  readonly security: Pick<Clients['security'], 'getLoginStatistics'>;
  readonly imports: Pick<Clients['imports'], 'countHeldImports'>;
  readonly links: Pick<Clients['links'], 'getAnalysis'>;
  readonly deadlines: Pick<Clients['deadlines'], 'getDeadlines'>;
  readonly approvals: Pick<Clients['approvals'], 'countDecidable'>;
  readonly companyFigures: Pick<Clients['companyFigures'], 'countWaiting'>;
}

const HOURS = 24;

/** What waits for the caller, from the services that the caller's permissions admit. */
export async function gatherAttention(deps: AttentionDeps, ctx: Ctx): Promise<DashboardAttention> {
  const [logins, held, analysis, registers, decidable, partners] = await awaitAll([
    part(ctx, 'security:read', () => deps.security.getLoginStatistics(ctx, { hours: HOURS })),
    part(ctx, 'pii:write', () => deps.imports.countHeldImports(ctx, {})),
    part(ctx, 'lineage:read', () => deps.links.getAnalysis(ctx, {})),
    part(ctx, 'compliance:read', () => deps.deadlines.getDeadlines(ctx, {})),
    part(ctx, 'company:manage', () => deps.approvals.countDecidable(ctx, {})),
    part(ctx, 'company:manage', () => deps.companyFigures.countWaiting(ctx, {})),
  ]);
  const parts = { logins, imports: held, relationships: analysis, registers, approvals: decidable, partners };
  return {
    highRiskLogins: logins ? logins.highRiskAttempts : null,
    heldImports: held ? heldOf(held) : null,
    relationships: analysis ? relationshipsOf(analysis.companyPairs, ctx.caller) : null,
    incidents: registers ? waitingOf(registers.incidents) : null,
    grievances: registers ? waitingOf(registers.grievances) : null,
    accessReviews: registers ? waitingOf(registers.accessReviews) : null,
    approvals: decidable ? decidableOf(decidable.approvals) : null,
    limits: decidable ? decidableOf(decidable.limits) : null,
    agreements: partners ? undatedOf(partners.agreements) : null,
    failingWebhooks: partners ? undatedOf(partners.failingWebhooks) : null,
    unchecked: attentionParts.filter((name) => parts[name] === undefined),
  };
}

/** Refusals of the caller, which are the response to the whole call. */
const REFUSALS: ReadonlySet<GrpcCodeName> = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'CANCELLED']);

/** @returns null without the permission, undefined when the service fails: one part does not take the others along */
const part = <T>(ctx: Ctx, permission: Permission, ask: () => Promise<T>): Promise<T | null | undefined> =>
  ifPermitted<T | null | undefined>(
    ctx,
    permission,
    () =>
      ask().catch((thrown: unknown) => {
        if (REFUSALS.has(AppError.from(thrown).code)) throw thrown;
        return undefined;
      }),
    null,
  );

function heldOf({ count, oldest }: CountHeldImportsResponse): NonNullable<DashboardAttention['heldImports']> {
  if (!oldest) return { count, oldest: null };
  const { id, companyId, fileName } = toImport(oldest);
  return { count, oldest: { id, companyId, fileName } };
}

type Waiting = NonNullable<DashboardAttention['incidents']>;

const waitingOf = (found: Deadlines | undefined): Waiting => ({
  count: found?.count ?? 0,
  overdue: found?.overdue ?? 0,
  companyId: found?.companyId === undefined ? null : found.companyId,
  dueAt: found?.dueAt?.toISOString() ?? null,
});

/** A request whose time is over has lapsed: none is overdue. */
const decidableOf = (found: Decidable | undefined): Waiting => ({
  count: found?.count ?? 0,
  overdue: 0,
  companyId: found?.companyId === undefined ? null : found.companyId,
  dueAt: found?.endsAt?.toISOString() ?? null,
});

const undatedOf = (found: UndatedWaiting | undefined): Waiting => ({
  count: found?.count ?? 0,
  overdue: 0,
  companyId: found?.companyId === undefined ? null : found.companyId,
  dueAt: null,
});

type Relationships = NonNullable<DashboardAttention['relationships']>;

/** Sums over pairs of companies, and the company with most pending links where the caller may decide. */
function relationshipsOf(pairs: readonly CompanyPair[], caller: Caller): Relationships {
  const pendingOf = new Map<number, number>();
  for (const { sourceCompanyId, targetCompanyId, pending } of pairs)
    for (const id of new Set([sourceCompanyId, targetCompanyId]))
      if (hasPermission(caller, 'lineage:decide', id)) pendingOf.set(id, (pendingOf.get(id) ?? 0) + pending);
  const [most] = [...pendingOf].filter(([, pending]) => pending > 0).sort(([, a], [, b]) => b - a);
  return {
    total: sum(pairs.map(({ links }) => links)),
    pending: sum(pairs.map(({ pending }) => pending)),
    companyId: most?.[0] ?? null,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);
