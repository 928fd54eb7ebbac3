import type { KeysOf } from '@pii-vault/contract/routes';
import {
  type Waiting,
  type WaitingItem,
  type WaitingKind,
  waitingKinds,
} from '@pii-vault/contract/waiting/waiting-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission, hasPermissionAnywhere } from '@pii-vault/platform/core/context/permissions';
import { AppError, type GrpcCodeName, permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import type { Handlers } from '../edge/handler.ts';
import { awaitAll } from '../wire/await-all.ts';
import { type WaitingDeps, type WaitingSource, waitingSources } from './waiting-registers.ts';

export function waitingHandlers(deps: WaitingDeps): Handlers<KeysOf<'waiting'>> {
  return {
    'GET /waiting': async ({ ctx, query }) => ({ body: await gatherWaiting(deps, ctx, query.companyId) }),
  };
}

/** A register that has not answered after this time is unread; the others are shown. */
const PATIENCE_MS = 3_000;

/**
 * What waits for the caller, in a company or in all of theirs. All sources are asked at once. A source is not asked
 * without its permission, because the service would audit a refusal that the caller did not cause.
 * @throws AppError PERMISSION_DENIED for a company without a role of the caller, the same for one that does not exist
 */
export async function gatherWaiting(
  deps: WaitingDeps,
  ctx: Ctx,
  companyId: number | undefined,
): Promise<Waiting> {
  if (companyId !== undefined) requireRoleIn(ctx, companyId);
  const deadlineAt = Math.min(ctx.deadlineAt, Date.now() + PATIENCE_MS);
  const bounded = { ...ctx, signal: ctx.signal, deadlineAt };
  const sources = waitingSources(deps).filter((one) => mayRead(ctx, one, companyId));
  const answers = await awaitAll(sources.map((one) => answerOf(one, bounded, companyId)));
  const inOrder = (outcome: Answer['outcome']) => {
    const kinds = new Set(answers.filter((one) => one.outcome === outcome).flatMap((one) => one.kinds));
    return waitingKinds.filter((kind) => kinds.has(kind));
  };
  return {
    items: answers
      .flatMap((answer) => (answer.outcome === 'read' ? answer.items : []))
      .sort((a, b) => rankOf(a) - rankOf(b) || waitingKinds.indexOf(a.kind) - waitingKinds.indexOf(b.kind)),
    read: inOrder('read'),
    unread: inOrder('unread'),
  };
}

function requireRoleIn({ caller }: Ctx, companyId: number): void {
  if (caller.kind === 'user' && (caller.isSuperAdmin || caller.companies.has(companyId))) return;
  throw permissionDenied('PERMISSION_DENIED', 'You have no role in this company');
}

function mayRead({ caller }: Ctx, { permission }: WaitingSource, companyId: number | undefined): boolean {
  if (permission === undefined) return true;
  return companyId === undefined
    ? hasPermissionAnywhere(caller, permission)
    : hasPermission(caller, permission, companyId);
}

type Answer = { readonly kinds: readonly WaitingKind[] } & (
  | { readonly outcome: 'read'; readonly items: readonly WaitingItem[] }
  | { readonly outcome: 'unread' | 'closed' }
);

/** Refusals of the caller, which are the response to the whole call. */
const REFUSALS: ReadonlySet<GrpcCodeName> = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'CANCELLED']);

/** A failing service leaves the other registers readable. Registers of a suspended company are closed to all. */
async function answerOf(
  { kinds, ask }: WaitingSource,
  ctx: Ctx,
  companyId: number | undefined,
): Promise<Answer> {
  try {
    return { kinds, outcome: 'read', items: await ask(ctx, companyId) };
  } catch (thrown) {
    const { code, reason } = AppError.from(thrown);
    if (reason === 'COMPANY_SUSPENDED') return { kinds, outcome: 'closed' };
    if (REFUSALS.has(code)) throw thrown;
    return { kinds, outcome: 'unread' };
  }
}

/** Epoch ms by which items are sorted: what is late without a time comes now, what has no time comes last. */
function rankOf({ dueAt, overdue }: WaitingItem): number {
  if (dueAt !== null) return Date.parse(dueAt);
  return overdue > 0 ? Date.now() : Number.MAX_SAFE_INTEGER;
}
