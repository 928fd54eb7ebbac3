import type { Tx } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { disclosePairs } from '../src/disclosure/cross-pairs/disclose-pairs.ts';
import type { Budgets } from '../src/disclosure/cross-pairs/disclosure.ts';
import { noteWrites, type RecordWrite } from '../src/disclosure/probes/note-writes.ts';
import { EdgeIds } from '../src/links/edge-ids.ts';
import { keptPools } from '../src/matching/bulk/kept-pools.ts';
import { importWatch } from '../src/matching/import-watch.ts';
import { matchWaiting } from '../src/matching/match-waiting.ts';
import { backfill, type MatchDeps, matchQueued } from '../src/matching/match-worker.ts';
import { installModels, loadModels } from '../src/matching/models.ts';
import { enqueueChanged, enqueueErased } from '../src/matching/queue-store.ts';
import { dropSpaces, switchSpaces } from '../src/matching/roll-spaces.ts';
import { throttledCompanies } from '../src/matching/throttled-companies.ts';
import type { LinkageModel } from '../src/scoring/linkage-model.ts';
import { openedKey } from '../src/spaces/keys/opened-keys.ts';
import { OpenedRows } from '../src/spaces/keys/opened-rows.ts';
import type { StoreKeys } from '../src/spaces/keys/store-keys.ts';
import type { LiveAgreement } from '../src/spaces/scopes/agreement-watch.ts';
import { fakeKey } from './fake-crypto.ts';
import { featuresOf, type Person } from './fake-features.ts';
import { Crash, mortalDatabase } from './mortal-database.ts';

export const AGREEMENT: LiveAgreement = {
  id: 7,
  companyId: 1,
  otherCompanyId: 2,
  purpose: 'kyc',
  disclosureMinutes: 15,
};
export const BUDGETS: Budgets = {
  linksPerHour: 20,
  importLinksPerHour: 1_000,
  importLinksAlarm: 200,
  correctionsPerHour: 10,
  erasuresPerDay: 3,
  weakPairHours: 24,
};

/** The matcher on a real database, without the module, so that a test can make each step fail. */
export interface MatchingWorld {
  readonly database: TestDatabase;
  readonly deps: MatchDeps;
  readonly people: Map<string, Person>;
  /** Number of waiting records from which scopes are matched in bulk. */
  bulkFrom(records: number): void;
  /** Number of records from which a scope learns its model; a million by default. */
  learnFrom(records: number): void;
  /** Kinds of which one shared key is not enough to compare, in shipped models; applies from the next reset. */
  neverAlone(kinds: NonNullable<LinkageModel['neverAlone']>): void;
  /** Sets the number of records per batch. */
  batch(records: number): void;
  /** Number of new people of a company from which they share a row of the queue. */
  together(people: number): void;
  /** Numbers of the next queries and commits at which the process dies: before the query, or after the commit. */
  crashAt(steps: readonly number[]): void;
  /** Stores people in the fake vault and queues them for matching. */
  write(people: readonly Person[], writtenBy?: string, isRemoval?: boolean): Promise<void>;
  /** Matches until the queue is empty, through every crash; claims of dead processes expire. */
  settle(workers?: number): Promise<void>;
  /** Like `settle` with other deps, without crashes. */
  settleWith(other: MatchDeps): Promise<void>;
  /** The clock of disclosure: pairs are shown or removed when they are due. */
  readonly clock: { now: Date };
  disclose(): Promise<void>;
  reset(): Promise<void>;
}

interface ChangingDeps extends MatchDeps {
  fewestTogether?: number;
  bulkFrom: number;
  learnFrom: number;
  matchBatch: number;
  models: MatchDeps['models'];
}

export async function matchingWorld(encodingVersion = 4, budgets = BUDGETS): Promise<MatchingWorld> {
  const database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  const people = new Map<string, Person>();
  const { db, crashAt } = mortalDatabase(database.db);
  const shipped = loadModels(new URL('../models/', import.meta.url));
  const clock = { now: new Date(EPOCH) };
  const deps: ChangingDeps = {
    db,
    disclosure: { now: () => clock.now, jitter: () => 0.5, budgets },
    keys: fakeStoreKeys(),
    features: featuresFrom(people),
    edgeIds: new EdgeIds(database.db),
    models: { ...shipped, encodingVersion },
    matchBatch: 4,
    bulkFrom: 1_000_000,
    learnFrom: 1_000_000,
    pools: keptPools(),
    imports: importWatch(hurried()),
    throttled: throttledCompanies(1),
    self: (options) => testCtx(options.company ?? null),
  };
  return {
    database,
    deps,
    people,
    crashAt,
    ...changesOf(deps, shipped),
    clock,
    disclose: () => disclosePairs(database.db, testCtx(null), clock.now, never),
    async write(changed, writtenBy, isRemoval = false) {
      for (const person of changed) people.set(`${person.companyId}:${person.individualId}`, person);
      await database.db.system((tx) => enqueue(tx, changed, deps, { writtenBy, isRemoval, at: clock.now }));
    },
    settle: (workers = 1) => settle(deps, database, workers),
    settleWith: (other) => workOff(other, never),
    async reset() {
      people.clear();
      clock.now = new Date(EPOCH);
      crashAt([]);
      await database.sql(`TRUNCATE ${TABLES.map((table) => `lineage.${table}`).join(', ')}`);
      await database.db.system((tx) => installModels(tx, deps.models));
      await database.sql(`INSERT INTO lineage.agreement_scopes (agreement_id, company_id, other_company_id)
        VALUES (7, 1, 2), (7, 2, 1)`);
    },
  };
}

const never = new AbortController().signal;
const EPOCH = '2026-11-26T08:00:00Z';

interface Heard {
  readonly writtenBy: string | undefined;
  readonly isRemoval: boolean;
  readonly at: Date;
}

/** Queues people as the consumers do. */
async function enqueue(
  tx: Tx,
  changed: readonly Person[],
  { fewestTogether, disclosure: { budgets } }: ChangingDeps,
  { writtenBy, isRemoval, at }: Heard,
): Promise<void> {
  const known = changed.filter(({ isErased }) => isErased !== true);
  const writes = writtenBy === undefined ? [] : writesBy(writtenBy, known, isRemoval);
  await noteWrites(tx, testCtx(null), budgets, writes, at);
  await enqueueChanged(tx, known, fewestTogether);
  await enqueueErased(
    tx,
    changed.filter(({ isErased }) => isErased === true),
  );
}

function writesBy(credential: string, people: readonly Person[], isRemoval: boolean): RecordWrite[] {
  const companies = Map.groupBy(people, ({ companyId }) => companyId);
  return [...companies].map(([companyId, some]) => ({ companyId, credential, isRemoval, people: some }));
}

/** A clock that advances a second per call, so that the matcher never waits for an import. */
function hurried(): () => number {
  let now = 0;
  return () => (now += 1_000);
}

function fakeStoreKeys(): StoreKeys {
  const key = openedKey(1, true, fakeKey('store'));
  return { active: async () => key, version: async () => key, rows: new OpenedRows() };
}

/** The vault's answer about these people, as one message. */
const featuresFrom = (people: ReadonlyMap<string, Person>): MatchDeps['features'] => ({
  async *pullFeatures(_ctx, { companyId, scopes, selection, encodingVersion }) {
    const own = [...people.values()].filter((person) => person.companyId === companyId);
    const found =
      selection?.$case === 'individuals'
        ? selection.value.items.flatMap(({ individualId }) =>
            own.filter((p) => p.individualId === individualId),
          )
        : own
            .filter((p) => p.isErased !== true && p.individualId > (selection?.value.afterIndividualId ?? 0))
            .sort((a, b) => a.individualId - b.individualId)
            .slice(0, selection?.value.limit ?? 0);
    const encoded = found.flatMap((p) => featuresOf(p, [AGREEMENT], scopes ?? [], encodingVersion ?? 0));
    yield { people: [], features: encoded };
  },
});

const changesOf = (
  deps: ChangingDeps,
  shipped: ReturnType<typeof loadModels>,
): Pick<MatchingWorld, 'bulkFrom' | 'learnFrom' | 'batch' | 'together' | 'neverAlone'> => ({
  bulkFrom(records) {
    deps.bulkFrom = records;
  },
  learnFrom(records) {
    deps.learnFrom = records;
  },
  batch(records) {
    deps.matchBatch = records;
  },
  together(people) {
    deps.fewestTogether = people;
  },
  neverAlone(kinds) {
    const all = shipped.all.map((model) => ({ ...model, neverAlone: kinds }));
    const of = (version: number) => all.findLast((model) => model.encodingVersion === version);
    deps.models = { ...deps.models, all, of };
  },
});

async function settle(deps: MatchDeps, { sql }: TestDatabase, workers: number): Promise<void> {
  const signal = new AbortController().signal;
  for (;;) {
    const ends = await Promise.allSettled(Array.from({ length: workers }, () => workOff(deps, signal)));
    for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof Crash)) throw end.reason;
    if (ends.every(({ status }) => status === 'fulfilled')) return;
    for (const table of ['match_queue', 'match_arrivals'])
      await sql(`UPDATE lineage.${table} SET claimed_until = '-infinity'`);
  }
}

const TABLES = [
  'match_queue',
  'match_arrivals',
  'match_records',
  'match_tokens',
  'match_hot_tokens',
  'match_value_counts',
  'match_removed_tokens',
  'match_again',
  'match_again_together',
  'match_spaces',
  'match_models',
  'match_backfills',
  'match_backfill_seen',
  'agreement_scopes',
  'data_lineage',
  'cross_pairs',
  'disclosure_batches',
  'record_writes',
  'evidence_writes',
  'withheld_people',
  'consent_ends',
  'match_probes',
  'probe_alarms',
  'link_changes',
  'link_counts',
  'link_tens',
  'entities',
  'decisions',
  'erased_individuals',
  'outbox',
];

async function workOff(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  await switchSpaces(deps, testCtx(null));
  while (await matchQueued(deps, signal)) await matchWaiting(deps, testCtx(null), signal, true);
  await backfill(deps, signal);
  await switchSpaces(deps, testCtx(null));
  await matchWaiting(deps, testCtx(null), signal, false);
  await dropSpaces(deps, signal);
}
