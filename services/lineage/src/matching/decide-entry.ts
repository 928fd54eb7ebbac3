import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type {
  DecideEntryRequest,
  DecideEntryResponse,
  Entry as EntryMessage,
  VerifyEntriesRequest,
  VerifyEntriesResponse,
  WithdrawDecisionRequest,
  WithdrawDecisionResponse,
} from '@pii-vault/proto/lineage/v1/links';
import { invalidDecision } from '../errors.ts';
import { linkDecided } from '../events.ts';
import { decisionsOf, deleteDecisions, saveDecision } from '../links/decisions/decisions-store.ts';
import { sealNote } from '../links/decisions/sealed-note.ts';
import { areAgreeing } from '../links/decisions/sure-pairs.ts';
import { UNDECIDED } from '../links/decisions/verdicts.ts';
import { type Edge, pairKey, type Verdict, viewersOf } from '../links/edge.ts';
import { decideEdge, edgeById } from '../links/edge-store.ts';
import { entryFor } from '../links/entry.ts';
import type { LinksDeps } from '../links/links-deps.ts';
import { entryToProto } from '../links/links-proto.ts';
import { findEdge, findEdges } from '../links/list-store.ts';
import { withPairEvidence } from '../links/pair-evidence.ts';
import { databaseScope, type Reader, readerFor } from '../links/reader.ts';
import { isVetoed } from '../scoring/decide.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import { enqueuePeople } from '../spaces/rematch-store.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import { lockScopes } from '../spaces/space-lock.ts';
import type { Models } from './models.ts';
import { openSpaces } from './open-spaces.ts';
import { repairEntities } from './repair-entities.ts';

export interface DecideDeps extends LinksDeps {
  readonly db: Database;
  readonly keys: StoreKeys;
  readonly textKeys: TextKeys;
  readonly models: Models;
  /** Wakes the matcher, which applies the consequences of the decision. */
  readonly wake: () => void;
}

const MAX_NOTE = 2_000;
const MAX_TOGETHER = 100;

/**
 * Stores a reviewer's decision on an edge, for every company of it in which the caller may decide. The matcher never
 * overrides it.
 * @throws AppError NOT_FOUND, STALE, INVALID_ARGUMENT INVALID_DECISION
 */
export function decideEntry(deps: DecideDeps) {
  return async (ctx: Ctx, request: DecideEntryRequest): Promise<DecideEntryResponse> => {
    const verdict = verdictOf(request);
    const { reader, edge: seen } = await deciding(deps, ctx, request.id);
    const notes = await Promise.all(
      companiesOf(seen, reader).map(async (companyId) => ({
        companyId,
        note: await sealNote(deps.textKeys, companyId, seen, request.note),
      })),
    );
    const entry = await changeEdge(deps, ctx, reader, seen, verdict, async (tx, before) => {
      requireVersion(request.ifRowVersion, before.rowVersion);
      const decidedBy = reviewerOf(ctx);
      for (const one of notes) await saveDecision(tx, { ...one, pair: before, verdict, decidedBy });
    });
    return { entry };
  };
}

/**
 * Deletes the decisions of the companies in which the caller may decide. Evidence that both verifications have shown
 * stays as it was then: a repeated verification discloses nothing new.
 * @throws AppError NOT_FOUND, STALE
 */
export function withdrawDecision(deps: DecideDeps) {
  return async (
    ctx: Ctx,
    { id, ifRowVersion }: WithdrawDecisionRequest,
  ): Promise<WithdrawDecisionResponse> => {
    const { reader, edge: seen } = await deciding(deps, ctx, id);
    const entry = await changeEdge(deps, ctx, reader, seen, 'withdrawn', async (tx, before) => {
      requireVersion(ifRowVersion, before.rowVersion);
      await deleteDecisions(tx, companiesOf(before, reader), before);
    });
    return { entry };
  };
}

/** Verifies the edges of a list that are sure enough, in one transaction per scope. */
export function verifyEntries(deps: DecideDeps) {
  return async (ctx: Ctx, request: VerifyEntriesRequest): Promise<VerifyEntriesResponse> => {
    const { companyId } = request;
    const ids = [...new Set(request.ids)];
    if (ids.length > MAX_TOGETHER) throw invalidDecision('ids', `At most ${MAX_TOGETHER} links`);
    const reader = await decidingReader(deps, ctx, companyId);
    // Decides for every company of the caller, as a single decision does.
    const all = await decidingReader(deps, ctx);
    const seen = await deps.db.tenant(databaseScope(reader), (tx) => findEdges(tx, reader, ids));
    const verified = new Set<number>();
    for (const [scope, edges] of Map.groupBy(seen, (edge) => edge.scope)) {
      const done = await deps.db.system(async (tx) => {
        await lockScopes(tx, [scope]);
        const changes: Change[] = [];
        const sure = await surePairs(tx, ctx, all, edges.filter(isInForce(deps)));
        for (const before of sure) {
          for (const company of companiesOf(before, all))
            await saveDecision(tx, {
              ...{ companyId: company, pair: before, verdict: 'verified', note: null },
              decidedBy: reviewerOf(ctx),
            });
          changes.push({ before, verdict: 'verified' });
        }
        return settle(deps, tx, ctx, scope, changes);
      });
      for (const { id } of done) verified.add(id);
    }
    deps.wake();
    return { verifiedIds: ids.filter((id) => verified.has(id)) };
  };
}

/** The caller as a reader who may decide, in the company or in all of theirs. */
async function decidingReader(deps: DecideDeps, { caller }: Ctx, companyId?: number): Promise<Reader> {
  await deps.consentEnds.settle();
  const { companies, liveAgreements } = deps;
  return await readerFor(caller, 'lineage:decide', companyId, liveAgreements(), companies);
}

/** The edge that the caller is about to decide. @throws AppError NOT_FOUND */
async function deciding(deps: DecideDeps, ctx: Ctx, id: number): Promise<{ reader: Reader; edge: Edge }> {
  const reader = await decidingReader(deps, ctx);
  const edge = await deps.db.tenant(databaseScope(reader), (tx) => findEdge(tx, reader, id));
  if (edge === undefined) throw notFound();
  return { reader, edge };
}

/** The companies of an edge in which the caller may decide. */
const companiesOf = (edge: Edge, { readable }: Reader): number[] =>
  viewersOf(edge).filter((company) => readable.has(company));

const reviewerOf = ({ caller }: Ctx): number =>
  caller.kind === 'user' ? (caller.actorUserId ?? caller.userId) : 0;

const isInForce =
  ({ liveAgreements }: DecideDeps) =>
  ({ agreementId }: Edge): boolean =>
    agreementId === null || liveAgreements().includes(agreementId);

/** Changes decisions about an edge under the lock of its scope, and what follows from them. */
async function changeEdge(
  deps: DecideDeps,
  ctx: Ctx,
  reader: Reader,
  seen: Edge,
  verdict: Change['verdict'],
  change: (tx: Tx, before: Edge) => Promise<void>,
): Promise<EntryMessage> {
  const edge = await deps.db.system(async (tx) => {
    await lockScopes(tx, [seen.scope]);
    // Waiting for the lock may take long, and the agreement may have ended meanwhile.
    if (!isInForce(deps)(seen)) throw notFound();
    const before = await edgeById(tx, seen);
    if (before === undefined) throw notFound();
    await change(tx, before);
    const [edge] = await settle(deps, tx, ctx, seen.scope, [{ before, verdict }]);
    if (edge === undefined) throw notFound();
    return edge;
  });
  deps.wake();
  return entryToProto(entryFor(edge, reader));
}

/**
 * The edges that may be verified together with others, read under the lock: undecided, with agreeing identifiers, and
 * without two different Aadhaar or PAN as far as the caller may know their levels.
 */
async function surePairs(tx: Tx, ctx: Ctx, reader: Reader, seen: readonly Edge[]): Promise<Edge[]> {
  const sure: Edge[] = [];
  const sides = seen.flatMap(({ scope, lo, hi }) => [lo, hi].map((side) => ({ ...side, scope })));
  const decided = await decisionsOf(tx, sides);
  for (const one of seen) {
    const edge = await edgeById(tx, one);
    if (edge?.verificationStatus !== 'pending' || !areAgreeing(edge.matchingFields)) continue;
    const verdicts = decided.get(pairKey(edge))?.verdicts ?? UNDECIDED;
    const own = new Set(companiesOf(edge, reader));
    const isDecided =
      (verdicts.lo !== null && own.has(edge.lo.companyId)) ||
      (verdicts.hi !== null && own.has(edge.hi.companyId));
    const { levels } = await withPairEvidence(tx, ctx.caller, reader, edge);
    if (!isDecided && !isVetoed(levels)) sure.push(edge);
  }
  return sure;
}

function verdictOf({ verificationStatus, note }: DecideEntryRequest): Verdict {
  if (note.length > MAX_NOTE) throw invalidDecision('note', `At most ${MAX_NOTE} characters`);
  if (verificationStatus !== 'verified' && verificationStatus !== 'rejected')
    throw invalidDecision('verificationStatus', 'Must be verified or rejected');
  return verificationStatus;
}

interface Change {
  readonly before: Edge;
  readonly verdict: Verdict | 'withdrawn';
}

/** Updates edges of a scope and their entities by the decisions, and publishes events to both companies. */
async function settle(
  deps: DecideDeps,
  tx: Tx,
  ctx: Ctx,
  scope: Scope,
  changes: readonly Change[],
): Promise<Edge[]> {
  if (changes.length === 0) return [];
  const sides = changes.flatMap(({ before }) => [before.lo, before.hi].map((side) => ({ ...side, scope })));
  const decided = await decisionsOf(tx, sides);
  const edges: Edge[] = [];
  for (const { before } of changes)
    edges.push(await decideEdge(tx, before, decided.get(pairKey(before))?.verdicts ?? UNDECIDED));
  await enqueuePeople(tx, scope, sides);
  const spaces = await openSpaces(tx, deps, [scope]);
  const befores = changes.map(({ before }) => before);
  await tx.publishAll([
    ...(await repairEntities(deps, tx, spaces, [...befores, ...edges])),
    ...edges.flatMap((edge, at) =>
      viewersOf(edge).flatMap((companyId) => [
        linkDecided(edge, companyId),
        auditMessage('lineage', ctx, {
          action: 'link_decision',
          companyId,
          objectIds: {
            linkId: String(edge.id),
            verdict: changes[at]?.verdict ?? '',
            status: edge.verificationStatus,
          },
        }),
      ]),
    ),
  ]);
  return edges;
}
