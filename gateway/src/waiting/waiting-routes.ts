import type { KeysOf } from '@pii-vault/contract/routes';
import {
  setupSteps,
  vaultSteps,
  type Waiting,
  type WaitingItem,
  type WaitingKind,
  waitingKinds,
} from '@pii-vault/contract/waiting/waiting-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermissionAnywhere } from '@pii-vault/platform/core/context/permissions';
import { AppError, permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import {
  isWaitingKind,
  readableKinds,
  refusesCaller,
  WAITING_SERVICES,
} from '@pii-vault/platform/domain/waiting/waiting';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type {
  CountWaitingResponse,
  WaitingRegister,
  WaitingService,
} from '@pii-vault/proto/platform/v1/waiting';
import type { Handlers } from '../edge/handler.ts';
import { awaitAll } from '../wire/await-all.ts';

export interface WaitingDeps {
  /** The clients of the services that have registers. */
  readonly waiting: Readonly<
    Record<(typeof WAITING_SERVICES)[number], Pick<RpcClient<typeof WaitingService>, 'countWaiting'>>
  >;
}

export function waitingHandlers(deps: WaitingDeps): Handlers<KeysOf<'waiting'>> {
  return {
    'GET /waiting': async ({ ctx, query }) => ({ body: await gatherWaiting(deps, ctx, query.companyId) }),
  };
}

/** A service that has not answered after this time is unread; the registers of the others are shown. */
const PATIENCE_MS = 3_000;

/**
 * What waits for the caller, in a company or in all of theirs. All services are asked at once.
 * @throws AppError PERMISSION_DENIED for a company without a role of the caller, the same for one that does not exist
 */
export async function gatherWaiting(
  { waiting }: WaitingDeps,
  ctx: Ctx,
  companyId: number | undefined,
): Promise<Waiting> {
  if (companyId !== undefined) requireRoleIn(ctx, companyId);
  const deadlineAt = Math.min(ctx.deadlineAt, Date.now() + PATIENCE_MS);
  const bounded = { ...ctx, signal: ctx.signal, deadlineAt };
  const answers = await awaitAll(
    WAITING_SERVICES.map((service) =>
      waiting[service]
        .countWaiting(bounded, { companyId })
        .catch((thrown: unknown) => unanswered(thrown, readableKinds(ctx, service, companyId))),
    ),
  );
  const registers = answers.flatMap((answer) => answer.registers).filter(isKnown);
  const unread = new Set(answers.flatMap((answer) => answer.unread));
  const read = new Set<string>(registers.map(({ kind }) => kind));
  const counts = new Map(
    answers.flatMap((answer) => answer.registers).map(({ kind, count }) => [kind, count] as const),
  );
  return {
    items: registers
      .filter(({ count }) => count > 0)
      .map((register) => itemOf(ctx, register))
      .sort((a, b) => rankOf(a) - rankOf(b) || waitingKinds.indexOf(a.kind) - waitingKinds.indexOf(b.kind)),
    read: waitingKinds.filter((kind) => read.has(kind)),
    unread: waitingKinds.filter((kind) => unread.has(kind)),
    setup: (companyId === undefined ? vaultSteps : setupSteps).flatMap((step) => {
      const missing = counts.get(`setup.${step}`);
      return missing === undefined ? [] : [{ step, isDone: missing === 0 }];
    }),
  };
}

function requireRoleIn({ caller }: Ctx, companyId: number): void {
  if (caller.kind === 'user' && (caller.isSuperAdmin || caller.companies.has(companyId))) return;
  throw permissionDenied('PERMISSION_DENIED', 'You have no role in this company');
}

/** @throws a refusal of the caller, which is the response to the whole call */
function unanswered(thrown: unknown, unread: string[]): CountWaitingResponse {
  if (refusesCaller(AppError.from(thrown))) throw thrown;
  return { registers: [], unread };
}

interface KnownRegister extends WaitingRegister {
  readonly kind: WaitingKind;
}

/** A service of the next release may count more. */
const isKnown = (register: WaitingRegister): register is KnownRegister => isWaitingKind(register.kind);

type Title = WaitingItem['title'];

/** The screen on which the caller acts on a register, and the text that the console shows. */
const SHOWN: Readonly<
  Record<WaitingKind, readonly [path: string, title: (details: Readonly<Record<string, string>>) => Title]>
> = {
  keyStore: ['/encryption', ({ broken = 'keyStore' }) => ({ key: broken, params: {} })],
  incidents: [
    '/incidents',
    ({ emptyHeadings }) => ({ key: 'incident', params: { emptyHeadings: Number(emptyHeadings ?? 0) } }),
  ],
  grievances: ['/grievances', () => ({ key: 'grievance', params: {} })],
  accessReviews: ['/access-reviews', () => ({ key: 'accessReview', params: {} })],
  checks: ['/compliance', ({ ruleId = '' }) => ({ key: 'check', params: { ruleId } })],
  approvals: ['/approvals', () => ({ key: 'approval', params: {} })],
  limits: ['/limits', () => ({ key: 'limits', params: {} })],
  erasures: ['/erasures', () => ({ key: 'erasure', params: {} })],
  keys: ['/encryption-keys', () => ({ key: 'key', params: {} })],
  webhooks: ['/webhooks', () => ({ key: 'webhook', params: {} })],
  agreements: ['/companies', () => ({ key: 'agreement', params: {} })],
  imports: ['/imports', ({ importId }) => ({ key: 'import', params: { importId: Number(importId ?? 0) } })],
  relationships: ['/data-lineage', () => ({ key: 'relationship', params: {} })],
  logins: ['/security-dashboard', () => ({ key: 'login', params: {} })],
  reactivations: ['/companies', () => ({ key: 'reactivation', params: {} })],
};

function itemOf({ caller }: Ctx, register: KnownRegister): WaitingItem {
  const { kind, count, overdue, dueAt, companyId, details } = register;
  const [path, title] = SHOWN[kind];
  const query = new URLSearchParams({
    ...(companyId === undefined ? {} : { company: String(companyId) }),
    ...(kind === 'imports' ? { import: details.importId ?? '' } : {}),
    ...(kind === 'relationships' ? { status: 'pending' } : {}),
  }).toString();
  const mayOpen = kind !== 'keyStore' || hasPermissionAnywhere(caller, 'encryption:manage');
  return {
    kind,
    count,
    overdue,
    dueAt: dueAt?.toISOString() ?? null,
    companyId: companyId ?? null,
    title: title(details),
    link: mayOpen ? `${path}${query === '' ? '' : `?${query}`}` : null,
  };
}

/** Epoch ms by which items are sorted: what is late without a time comes now, what has no time comes last. */
function rankOf({ dueAt, overdue }: WaitingItem): number {
  if (dueAt !== null) return Date.parse(dueAt);
  return overdue > 0 ? Date.now() : Number.MAX_SAFE_INTEGER;
}
