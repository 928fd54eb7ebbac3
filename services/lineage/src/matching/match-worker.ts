import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { noteEvidence } from '../disclosure/cross-pairs/evidence-writes-store.ts';
import {
  advanceBackfill,
  type Backfill,
  holdBackfill,
  nextBackfill,
  seenPeople,
} from '../spaces/backfill-store.ts';
import { enqueuePeople, enqueueTogether } from '../spaces/rematch-store.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import type { ScopeEncoding } from '../spaces/space.ts';
import { liveEncodings } from '../spaces/spaces-store.ts';
import type { BulkPools } from './bulk/kept-pools.ts';
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
import { noteConsentEnds } from './consent-ends/consent-ends-store.ts';
import type { ImportWatch } from './import-watch.ts';
import { type MatchingDeps, matchRecords } from './match-records.ts';
import { pullClaimed } from './pull-claimed.ts';
import { type PullDeps, pullFeatures } from './pull-features.ts';
import { storeFeatures } from './store-features.ts';
import { noteWithheld } from './withheld-people-store.ts';

export interface MatchDeps extends MatchingDeps, PullDeps {
  readonly db: Pick<Database, 'system'>;
  /** Number of waiting records from which they are matched in bulk. */
  readonly bulkFrom: number;
  /** Minimum number of records for a scope to learn its own model. */
  readonly learnFrom: number;
  readonly pools: BulkPools;
  readonly imports: ImportWatch;
}

const MATCH_MS = 30_000;
/** Retry interval while the vault does not know an agreement yet: it polls every 2 s. */
const UNAWARE_MS = 500;
/** Batches before other work has its turn: some 4,000 people, 10,000 of an import. */
const BATCHES = 20;
/** Batches of one company before the company that waits longest is chosen again. */
const SAME_COMPANY = 5;
/**
 * Of a long queue this many batches are claimed, pulled and stored together: inserting a bucket row among tens of
 * thousands costs half as much as among three thousand.
 */
const LONG_BATCHES = 10;
/** Such a batch takes no longer than this many others, because few of its people are matched with it. */
const LONG_TAKES = 4;

/**
 * Matches the queue in batches of one company each. While one is matched under the locks of its scopes, the features of
 * the next one are pulled and stored. @returns whether the queue may have more work
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
      // After arrivals, or after the batches of a long queue, the company that waits longest is chosen again.
      behind = isLong || isLast || claims.arrivals !== undefined ? undefined : claims;
      const [before, next] = [last, matchClaimed(deps, claimed)];
      last = next;
      // Awaited in its turn; this avoids an unhandled rejection until then.
      next.catch(() => undefined);
      await before;
      // A batch that is not full has few people after it.
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
  /** Encodings of the company's scopes. */
  readonly live: readonly ScopeEncoding[];
}

/** @param behind the previous batch. @returns undefined when the queue is empty */
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

/** Whether these belong to an import, whose people are matched together (match-waiting.ts). */
async function isOfImport(
  { matchBatch, bulkFrom, imports }: Pick<MatchDeps, 'matchBatch' | 'bulkFrom' | 'imports'>,
  tx: Tx,
  claims: Claims,
): Promise<boolean> {
  const { companyId, people } = claims;
  if (people.length < matchBatch) return false;
  return imports.goesOn(companyId) || (await isQueueLong(tx, claims, bulkFrom - people.length));
}

/** Features are committed first, then edges: of two concurrent records at least one sees the other. */
async function matchClaimed(deps: MatchDeps, { claims, live, isLong: wasLong }: ClaimedBatch): Promise<void> {
  const { db, keys, self } = deps;
  const { companyId } = claims;
  const pulled = await pullClaimed(deps, claims, live);
  if (pulled === 'held back') {
    await db.system((tx) => releaseClaims(tx, claims));
    return;
  }
  const stored = await db.system(async (tx) => {
    const ids = await confirmClaims(tx, claims, pulled.answered, deps.models.encodingVersion);
    const people = pulled.people.filter(({ individualId }) => ids.has(individualId));
    if (ids.size === 0) return undefined;
    const [stored] = await Promise.all([
      storeFeatures(tx, keys, companyId, people),
      // Before the withheld people, as in ConsentEnds: both lock rows of both tables in the same order.
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
    // The queue may have become long meanwhile.
    const isLong = wasLong || (await isOfImport(deps, tx, claims));
    if (isLong) deps.imports.see(companyId);
    const now = isLong ? stored.filter(({ isGone }) => isGone) : stored;
    const scopes = [...new Set(now.map(({ scope }) => scope))];
    // Other people that a bucket queued again are not part of this batch: match-waiting.ts matches them.
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
 * Adds the people of companies to scopes that need them, because of a new agreement, index key or encoding. One batch
 * per step. Skips people stored from the queue meanwhile: their consent may have ended since the pull. Skips an ended
 * agreement: it is closed within seconds, together with its back-fills.
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
      value: { afterIndividualId, limit: deps.matchBatch },
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
