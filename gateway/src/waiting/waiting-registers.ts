import type { Permission } from '@pii-vault/contract/permissions';
import type { WaitingItem, WaitingKind } from '@pii-vault/contract/waiting/waiting-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermissionAnywhere } from '@pii-vault/platform/core/context/permissions';
import type { Clients } from '../clients.ts';

export interface WaitingDeps {
  readonly keyRegister: Pick<Clients['keyRegister'], 'keyStoreStatus' | 'countDueKeys'>;
  readonly deadlines: Pick<Clients['deadlines'], 'getDeadlines'>;
  readonly approvals: Pick<Clients['approvals'], 'countDecidable'>;
  readonly erasures: Pick<Clients['erasures'], 'countDueErasures'>;
  readonly companyFigures: Pick<Clients['companyFigures'], 'countWaiting' | 'countReactivationRequests'>;
  readonly imports: Pick<Clients['imports'], 'countHeldImports'>;
  readonly links: Pick<Clients['links'], 'countUndecided'>;
  readonly security: Pick<Clients['security'], 'getLoginStatistics'>;
}

type Found = Omit<WaitingItem, 'kind'>;

/** One RPC and the registers that it counts. */
export interface WaitingSource {
  readonly kinds: readonly WaitingKind[];
  /** Undefined: every caller may read them. */
  readonly permission: Permission | undefined;
  /** Items of the registers that hold something. */
  ask(ctx: Ctx, companyId: number | undefined): Promise<readonly WaitingItem[]>;
}

const source = <K extends WaitingKind>(
  kinds: readonly K[],
  permission: Permission | undefined,
  ask: (ctx: Ctx, companyId: number | undefined) => Promise<Readonly<Record<K, Found>>>,
): WaitingSource => ({
  kinds,
  permission,
  async ask(ctx, companyId) {
    const found = await ask(ctx, companyId);
    return kinds.map((kind) => ({ kind, ...found[kind] })).filter(({ count }) => count > 0);
  },
});

const HOURS = 24;

/** Each source answers counts and the first entry of its registers, never a list. */
export const waitingSources = (deps: WaitingDeps): readonly WaitingSource[] => [
  source(['keyStore'], undefined, async (ctx) => {
    const { status, encryption } = await deps.keyRegister.keyStoreStatus(ctx, {});
    const key = encryption === 'active' ? 'keyStore' : 'encryption';
    const broken = key === 'encryption' || status !== 'online' ? 1 : 0;
    const mayOpen = hasPermissionAnywhere(ctx.caller, 'encryption:manage');
    const found = foundIn({ count: broken, overdue: broken }, '/encryption', { key });
    return { keyStore: mayOpen ? found : { ...found, link: null } };
  }),
  source(
    ['incidents', 'grievances', 'accessReviews', 'checks'],
    'compliance:read',
    async (ctx, companyId) => {
      const { incidents, grievances, accessReviews, failingChecks } = await deps.deadlines.getDeadlines(ctx, {
        companyId,
      });
      const emptyHeadings = incidents?.emptyHeadings ?? 0;
      return {
        incidents: foundIn(incidents, '/incidents', { key: 'incident', params: { emptyHeadings } }),
        grievances: foundIn(grievances, '/grievances', { key: 'grievance' }),
        accessReviews: foundIn(accessReviews, '/access-reviews', { key: 'accessReview' }),
        checks: foundIn(failingChecks, '/compliance', {
          key: 'check',
          params: { ruleId: failingChecks?.ruleId ?? '' },
        }),
      };
    },
  ),
  source(['approvals', 'limits'], 'company:manage', async (ctx, companyId) => {
    const { approvals, limits } = await deps.approvals.countDecidable(ctx, { companyId });
    return {
      approvals: foundIn(approvals && { ...approvals, dueAt: approvals.endsAt }, '/approvals', {
        key: 'approval',
      }),
      limits: foundIn(limits && { ...limits, dueAt: limits.endsAt }, '/approvals', { key: 'limits' }),
    };
  }),
  source(['erasures'], 'pii:erase', async (ctx, companyId) => {
    const due = await deps.erasures.countDueErasures(ctx, { companyId });
    return { erasures: foundIn({ ...due, dueAt: due.shredAt }, '/erasures', { key: 'erasure' }) };
  }),
  source(['keys'], 'encryption:manage', async (ctx, companyId) => {
    const due = await deps.keyRegister.countDueKeys(ctx, { companyId });
    return { keys: foundIn({ ...due, dueAt: due.expiresAt }, '/encryption-keys', { key: 'key' }) };
  }),
  source(['webhooks', 'agreements'], 'company:manage', async (ctx, companyId) => {
    const { failingWebhooks, agreements } = await deps.companyFigures.countWaiting(ctx, { companyId });
    return {
      webhooks: foundIn(failingWebhooks, '/webhooks', { key: 'webhook' }),
      agreements: foundIn(agreements, '/companies', { key: 'agreement' }),
    };
  }),
  source(['imports'], 'pii:write', async (ctx, companyId) => {
    const { importId = 0, ...held } = await deps.imports.countHeldImports(ctx, { companyId });
    const title = { key: 'import', params: { importId } };
    return { imports: foundIn(held, '/imports', title, { import: String(importId) }) };
  }),
  source(['relationships'], 'lineage:decide', async (ctx, companyId) => {
    const undecided = await deps.links.countUndecided(ctx, { companyId });
    const filter = { status: 'pending' };
    return { relationships: foundIn(undecided, '/data-lineage', { key: 'relationship' }, filter) };
  }),
  source(['logins'], 'security:read', async (ctx, companyId) => {
    const { highRiskAttempts } = await deps.security.getLoginStatistics(ctx, { hours: HOURS, companyId });
    return {
      logins: foundIn({ count: highRiskAttempts, companyId }, '/security-dashboard', { key: 'login' }),
    };
  }),
  source(['reactivations'], 'company:create', async (ctx, companyId) => {
    const { requests } = await deps.companyFigures.countReactivationRequests(ctx, { companyId });
    return { reactivations: foundIn(requests, '/companies', { key: 'reactivation' }) };
  }),
];

/** Sums of a register and its first entry. */
interface Sums {
  readonly count: number;
  readonly overdue?: number;
  readonly companyId?: number | undefined;
  readonly dueAt?: Date | undefined;
}

type Title = { readonly key: string; readonly params?: WaitingItem['title']['params'] };

/** An item of a register; its link names the company of the first entry. */
function foundIn(
  { count, overdue = 0, companyId, dueAt }: Sums = { count: 0 },
  path: string,
  { key, params = {} }: Title,
  filter: Readonly<Record<string, string>> = {},
): Found {
  const query = new URLSearchParams({
    ...(companyId === undefined ? {} : { company: String(companyId) }),
    ...filter,
  }).toString();
  return {
    count,
    overdue,
    dueAt: dueAt?.toISOString() ?? null,
    companyId: companyId ?? null,
    title: { key, params },
    link: query === '' ? path : `${path}?${query}`,
  };
}
