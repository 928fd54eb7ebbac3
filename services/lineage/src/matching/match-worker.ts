import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { BulkPools } from '../bulk/kept-pools.ts';
import { noteConsentEnds } from '../consent-ends/consent-ends-store.ts';
import { noteEvidence } from '../cross-pairs/evidence-writes-store.ts';
import type { Scope } from '../scopes/scope.ts';
import {
  advanceBackfill,
  type Backfill,
  holdBackfill,
  nextBackfill,
  seenPeople,
} from '../spaces/backfill-store.ts';
import type { ScopeEncoding } from '../spaces/space.ts';
import { liveEncodings } from '../spaces/spaces-store.ts';
import {
  bothClaims,
  type Claims,
  claimBehind,
  claimNext,
  confirmClaims,
  finishClaims,
  isQueueLong,
  releaseClaims,
} from './claims-store.ts';
import type { ImportWatch } from './import-watch.ts';
import { type MatchingDeps, matchRecords } from './match-records.ts';
import { pullClaimed } from './pull-claimed.ts';
import { type PullDeps, pullFeatures } from './pull-features.ts';
import { enqueuePeople, enqueueTogether } from './rematch-store.ts';
import { storeFeatures } from './store-features.ts';
import { noteWithheld } from './withheld-people-store.ts';

export interface MatchDeps extends MatchingDeps, PullDeps {
  readonly db: Pick<Database, 'system'>;
  /** From so many waiting records on they are matched in bulk. */
  readonly bulkFrom: number;
  /** Number of records from which a scope has its own model. */
  readonly learnFrom: number;
  readonly pools: BulkPools;
  readonly imports: ImportWatch;
}

const MATCH_MS = 30_000;
/** Until the vault is asked again that did not know of an agreement yet: it looks every two seconds. */
const UNAWARE_MS = 500;
/** Batches after which other work has its turn: some 4,000 people, 10,000 of an import. */
const BATCHES = 20;
/** Batches of one company before it is asked again which one waits longest. */
const SAME_COMPANY = 5;
/**
 * Of a long queue so many batches are claimed, pulled and stored as one: a bucket row that is added with tens of
 * thousands of others costs half of what it does with three thousand.
 */
const LONG_BATCHES = 10;
/** Hardly anybody of such a batch is matched with it, so it takes no longer than so many others. */
const LONG_TAKES = 4;

/**
 * Matches what is queued, in batches of one company each: while one is matched under the lock of its scopes the
 * features of the next one are pulled and stored. @returns whether the queue may hold more
 */
export async function matchQueued(deps: MatchDeps, signal: AbortSignal): Promise<boolean> {
  let last = Promise.resolve();
  let behind: Claims | undefined;
  try {
    for (let batch = 0; batch < BATCHES && !signal.aborted; ) {
      const claimed = await claimBatch(deps, batch % SAME_COMPANY === 0 ? undefined : behind);
      if (claimed === undefined) {
        await last;
        return false;
      }
      const { claims, isLong } = claimed;
      batch += isLong ? LONG_TAKES : 1;
      const isLast = claims.arrivals === undefined && claims.people.length < deps.matchBatch;
      // After arrivals, or so many as a long batch has, it is asked again which company waits longest.
      behind = isLong || isLast || claims.arrivals !== undefined ? undefined : claims;
      const [before, next] = [last, matchClaimed(deps, claimed)];
      last = next;
      // Heard in its turn; until then a failure is not unhandled.
      next.catch(() => undefined);
      await before;
      // A batch that is not full has hardly anybody behind it.
      if (isLast) await next;
    }
    await last;
    return !signal.aborted;
  } finally {
    await last.catch(() => undefined);
  }
}

interface ClaimedBatch {
  readonly claims: Claims;
  readonly isLong: boolean;
  /** Encodings that scopes of the company have. */
  readonly live: readonly ScopeEncoding[];
}

/** @param behind the batch before. @returns undefined when the queue is empty */
async function claimBatch(deps: MatchDeps, behind: Claims | undefined): Promise<ClaimedBatch | undefined> {
  const { db, matchBatch, throttled } = deps;
  return await db.system(async (tx) => {
    const next = behind && (await claimBehind(tx, matchBatch, behind, throttled.ids()));
    const claims = next ?? (await claimNext(tx, matchBatch, throttled.ids()));
    if (claims === undefined) return undefined;
    const { companyId } = claims;
    const live = await liveEncodings(tx, companyId);
    if (!(await isOfImport(deps, tx, claims))) return { claims, isLong: false, live };
    deps.imports.see(companyId);
    const more = LONG_BATCHES * matchBatch - claims.people.length;
    const others = more > 0 ? await claimBehind(tx, more, claims, throttled.ids()) : undefined;
    return { claims: bothClaims(claims, others), isLong: true, live };
  });
}

/** Whether these are of an import: its people wait for each other and are matched together (match-waiting.ts). */
async function isOfImport(
  { matchBatch, bulkFrom, imports }: Pick<MatchDeps, 'matchBatch' | 'bulkFrom' | 'imports'>,
  tx: Tx,
  claims: Claims,
): Promise<boolean> {
  const { companyId, people } = claims;
  if (people.length < matchBatch) return false;
  return imports.goesOn(companyId) || (await isQueueLong(tx, claims, bulkFrom - people.length));
}

/** Features first and committed, then edges: of two racing records at least one sees the other. */
async function matchClaimed(deps: MatchDeps, { claims, live, isLong: wasLong }: ClaimedBatch): Promise<void> {
  const { db, keys, self } = deps;
  const { companyId } = claims;
  const pulled = await pullClaimed(deps, claims, live);
  if (pulled === 'held back') {
    await db.system((tx) => releaseClaims(tx, claims));
    return;
  }
  const stored = await db.system(async (tx) => {
    const ids = await confirmClaims(tx, claims, pulled.told, deps.models.encodingVersion);
    const people = pulled.people.filter(({ individualId }) => ids.has(individualId));
    if (ids.size === 0) return undefined;
    const [stored] = await Promise.all([
      storeFeatures(tx, keys, companyId, people),
      // Before the withheld people, as in ConsentEnds: both lock rows of both tables.
      noteConsentEnds(tx, companyId, people),
      noteWithheld(tx, companyId, people),
    ]);
    await noteEvidence(tx, companyId, stored);
    return stored;
  });
  if (stored === undefined) {
    deps.throttled.throttle(companyId, UNAWARE_MS);
    await db.system((tx) => releaseClaims(tx, claims));
    return;
  }
  await db.system(async (tx) => {
    // It may have become long meanwhile.
    const isLong = wasLong || (await isOfImport(deps, tx, claims));
    if (isLong) deps.imports.see(companyId);
    const now = isLong ? stored.filter(({ isGone }) => isGone) : stored;
    const scopes = [...new Set(now.map(({ scope }) => scope))];
    // Other people that a bucket sent back are not part of this batch: match-waiting.ts takes them.
    const own = { ...deps, matchBatch: 0 };
    await matchRecords(own, tx, self({ company: companyId, deadlineMs: MATCH_MS }), scopes, now);
    if (isLong)
      await enqueueTogether(
        tx,
        stored.flatMap(({ written }) => written ?? []),
      );
    await finishClaims(tx, claims);
  });
}

/**
 * Brings the people of companies into scopes that need them: a new agreement, index key or encoding. A batch per step.
 * Who was stored from the queue meanwhile is left as that left them: their consent may have gone since the pull. An
 * agreement that has ended is passed over: it is closed within seconds, and its back-fills go with it.
 */
export async function backfill(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  const closed: Scope[] = [];
  while (!signal.aborted) {
    const open = await deps.db.system((tx) => nextBackfill(tx, deps.throttled.ids(), closed));
    if (open === undefined) return;
    try {
      await backfillBatch(deps, open);
    } catch (thrown) {
      if (AppError.from(thrown).reason !== 'SCOPE_CLOSED') throw thrown;
      closed.push(open.scope);
    }
  }
}

async function backfillBatch(deps: MatchDeps, open: Backfill): Promise<void> {
  const { companyId, scope, encodingVersion, afterIndividualId } = open;
  const people = await pullFeatures(deps, companyId, [encodingVersion], {
    scopes: [scope],
    selection: {
      $case: 'range',
      value: { afterIndividualId: BigInt(afterIndividualId), limit: BigInt(deps.matchBatch) },
    },
  });
  if (people === 'held back') return;
  const last = people.reduce((highest, { individualId }) => Math.max(highest, individualId), 0);
  await deps.db.system(async (tx) => {
    if (!(await holdBackfill(tx, open))) return;
    const seen = await seenPeople(
      tx,
      open,
      people.map(({ individualId }) => individualId),
    );
    const unseen = people.filter(({ individualId }) => !seen.has(individualId));
    await storeFeatures(tx, deps.keys, companyId, unseen);
    await noteConsentEnds(tx, companyId, unseen);
    const changed = await noteWithheld(tx, companyId, unseen);
    const refs = changed.map((individualId) => ({ companyId, individualId }));
    if (refs.length > 0) await enqueuePeople(tx, scope, refs);
    await advanceBackfill(tx, open, last > 0 ? last : null);
    const ctx = deps.self({ company: companyId, deadlineMs: MATCH_MS });
    await tx.publish(
      auditMessage('lineage', ctx, {
        action: 'data_work',
        companyId,
        objectIds: { job: 'match_backfill', scope, encodingVersion: String(encodingVersion) },
        counts: { people: unseen.length },
      }),
    );
  });
}
