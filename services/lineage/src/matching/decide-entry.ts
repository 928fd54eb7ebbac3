import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { DecideEntryRequest, DecideEntryResponse } from '@pii-vault/proto/lineage/v1/links';
import { invalidDecision } from '../errors.ts';
import { linkDecided } from '../events.ts';
import { decisionsOf, saveDecision } from '../links/decisions/decisions-store.ts';
import { sealNote } from '../links/decisions/sealed-note.ts';
import { UNDECIDED } from '../links/decisions/verdicts.ts';
import { type Edge, pairKey, type Verdict, viewersOf } from '../links/edge.ts';
import { decideEdge, edgeById } from '../links/edge-store.ts';
import { entryFor } from '../links/entry.ts';
import type { LinksDeps } from '../links/links-deps.ts';
import { entryToProto } from '../links/links-proto.ts';
import { findEdge } from '../links/list-store.ts';
import { databaseScope, readerFor } from '../links/reader.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import { enqueuePeople } from '../spaces/rematch-store.ts';
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

/**
 * Stores a reviewer's decision on an edge, for every company of it in which the caller may decide. The matcher never
 * overrides it.
 * @throws AppError NOT_FOUND, STALE, INVALID_ARGUMENT INVALID_DECISION
 */
export function decideEntry(deps: DecideDeps) {
  return async (ctx: Ctx, request: DecideEntryRequest): Promise<DecideEntryResponse> => {
    const verdict = verdictOf(request);
    const { companies, liveAgreements, db, textKeys } = deps;
    await deps.consentEnds.settle();
    const reader = await readerFor(ctx.caller, 'lineage:decide', undefined, liveAgreements(), companies);
    const seen = await db.tenant(databaseScope(reader), (tx) => findEdge(tx, reader, request.id));
    if (seen === undefined) throw notFound();
    const deciding = viewersOf(seen).filter((company) => reader.readable.has(company));
    const notes = await Promise.all(
      deciding.map(async (companyId) => ({
        companyId,
        note: await sealNote(textKeys, companyId, seen, request.note),
      })),
    );
    const edge = await db.system(async (tx) => {
      await lockScopes(tx, [seen.scope]);
      // Waiting for the lock may take long, and the agreement may have ended meanwhile.
      if (seen.agreementId !== null && !liveAgreements().includes(seen.agreementId)) throw notFound();
      const before = await edgeById(tx, seen);
      if (before === undefined) throw notFound();
      requireVersion(request.ifRowVersion, before.rowVersion);
      const { caller } = ctx;
      const decidedBy = caller.kind === 'user' ? (caller.actorUserId ?? caller.userId) : 0;
      for (const one of notes) await saveDecision(tx, { ...one, pair: before, verdict, decidedBy });
      return settle(deps, tx, ctx, before, verdict);
    });
    deps.wake();
    return { entry: entryToProto(entryFor(edge, reader)) };
  };
}

function verdictOf({ verificationStatus, note }: DecideEntryRequest): Verdict {
  if (note.length > MAX_NOTE) throw invalidDecision('note', `At most ${MAX_NOTE} characters`);
  if (verificationStatus !== 'verified' && verificationStatus !== 'rejected')
    throw invalidDecision('verificationStatus', 'Must be verified or rejected');
  return verificationStatus;
}

/** Updates the edge and its entities by the decisions, and publishes events to both companies. */
async function settle(deps: DecideDeps, tx: Tx, ctx: Ctx, before: Edge, verdict: Verdict): Promise<Edge> {
  const sides = [before.lo, before.hi].map((side) => ({ ...side, scope: before.scope }));
  const verdicts = (await decisionsOf(tx, sides)).get(pairKey(before))?.verdicts ?? UNDECIDED;
  const edge = await decideEdge(tx, before, verdicts);
  await enqueuePeople(tx, before.scope, sides);
  const spaces = await openSpaces(tx, deps, [before.scope]);
  await tx.publishAll([
    ...(await repairEntities(deps, tx, spaces, [before, edge])),
    ...viewersOf(edge).flatMap((companyId) => [
      linkDecided(edge, companyId),
      auditMessage('lineage', ctx, {
        action: 'link_decision',
        companyId,
        objectIds: { linkId: String(edge.id), verdict, status: edge.verificationStatus },
      }),
    ]),
  ]);
  return edge;
}
