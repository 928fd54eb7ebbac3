import type { Database, Tx } from '@pii-vault/platform/db/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { openedKey } from '../src/keys/opened-keys.ts';
import { OpenedRows } from '../src/keys/opened-rows.ts';
import type { StoreKeys } from '../src/keys/store-keys.ts';
import { backfill, type MatchDeps, matchQueued } from '../src/matching/match-worker.ts';
import { installModels, loadModels } from '../src/matching/models.ts';
import { enqueueRecords, noteErased } from '../src/matching/queue-store.ts';
import { restingCompanies } from '../src/matching/resting-companies.ts';
import type { LinkageModel } from '../src/scoring/linkage-model.ts';
import { matchWaiting } from '../src/spaces/match-waiting.ts';
import { dropSpaces, switchSpaces } from '../src/spaces/roll-spaces.ts';
import { fakeKey } from './fake-crypto.ts';
import { type Agreement, featuresOf, type Person } from './fake-features.ts';

export const AGREEMENT: Agreement = { id: 7, companyId: 1, otherCompanyId: 2 };

/** Thrown where a test lets the process die. */
export class Crash extends Error {}

/** The matcher on a real database without the module around it: each step can be made to fail. */
export interface MatchingWorld {
  readonly database: TestDatabase;
  readonly deps: MatchDeps;
  readonly people: Map<string, Person>;
  /** From so many waiting records on scopes are matched in bulk. */
  bulkFrom(records: number): void;
  /** From so many records on a scope learns its model; a million unless told. */
  learnFrom(records: number): void;
  /** Kinds of keys of which one alone is no reason to compare, in the models that ship; from the next reset on. */
  neverAlone(kinds: NonNullable<LinkageModel['neverAlone']>): void;
  /** Records of a batch. */
  batch(records: number): void;
  /** Queries and commits from now on at which the process dies: before the query, or after the commit. */
  crashAt(steps: readonly number[]): void;
  /** How many queries and commits there were since crashAt. */
  steps(): number;
  /** What the vault knows, and that lineage hears of it. */
  write(people: readonly Person[]): Promise<void>;
  /** Works until nothing waits, through every crash: the claims of the dead are left to expire. */
  settle(workers?: number): Promise<void>;
  /** The same by other deps, without crashes. */
  settleWith(other: MatchDeps): Promise<void>;
  reset(): Promise<void>;
}

export async function matchingWorld(encodingVersion = 3): Promise<MatchingWorld> {
  const database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  const people = new Map<string, Person>();
  let crashes: number[] = [];
  let step = 0;
  const tick = () => {
    step += 1;
    if (crashes.includes(step)) throw new Crash(`at step ${step}`);
  };
  const db: Pick<Database, 'system'> = {
    async system(work) {
      const result = await database.db.system((tx) => work(dying(tx, tick)));
      // The commit happened, and nobody hears of it.
      tick();
      return result;
    },
  };
  const key = openedKey(1, true, fakeKey('store'));
  const keys: StoreKeys = { active: async () => key, version: async () => key, rows: new OpenedRows() };
  const shipped = loadModels(new URL('../models/', import.meta.url));
  const deps: MatchDeps & {
    bulkFrom: number;
    learnFrom: number;
    matchBatch: number;
    models: MatchDeps['models'];
  } = {
    db,
    keys,
    models: { ...shipped, encodingVersion },
    matchBatch: 4,
    bulkFrom: 1_000_000,
    learnFrom: 1_000_000,
    resting: restingCompanies(1),
    self: (options) => testCtx(options.company ?? null),
    features: {
      async *pullFeatures(_ctx, { companyId, scopes, selection, encodingVersion: asked }) {
        const own = [...people.values()].filter((person) => person.companyId === Number(companyId));
        const found =
          selection?.$case === 'individuals'
            ? selection.value.items.flatMap(({ individualId }) =>
                own.filter((p) => p.individualId === Number(individualId)),
              )
            : own
                .filter(
                  (p) =>
                    p.isErased !== true && p.individualId > Number(selection?.value.afterIndividualId ?? 0n),
                )
                .sort((a, b) => a.individualId - b.individualId)
                .slice(0, Number(selection?.value.limit ?? 0n));
        yield {
          people: found.flatMap((person) => featuresOf(person, [AGREEMENT], scopes ?? [], asked ?? 0)),
        };
      },
    },
  };
  return {
    database,
    deps,
    people,
    bulkFrom(records) {
      deps.bulkFrom = records;
    },
    learnFrom(records) {
      deps.learnFrom = records;
    },
    neverAlone(kinds) {
      const all = shipped.all.map((model) => ({ ...model, neverAlone: kinds }));
      const of = (version: number) => all.findLast((model) => model.encodingVersion === version);
      deps.models = { ...deps.models, all, of };
    },
    batch(records) {
      deps.matchBatch = records;
    },
    crashAt(steps) {
      crashes = [...steps];
      step = 0;
    },
    steps: () => step,
    async write(changed) {
      for (const person of changed) people.set(`${person.companyId}:${person.individualId}`, person);
      await database.db.system(async (tx) => {
        await enqueueRecords(tx, changed);
        await noteErased(
          tx,
          changed.filter(({ isErased }) => isErased === true),
        );
      });
    },
    async settle(workers = 1) {
      const signal = new AbortController().signal;
      for (;;) {
        const ends = await Promise.allSettled(Array.from({ length: workers }, () => workOff(deps, signal)));
        for (const end of ends)
          if (end.status === 'rejected' && !(end.reason instanceof Crash)) throw end.reason;
        if (ends.every(({ status }) => status === 'fulfilled')) return;
        await database.sql(`UPDATE lineage.match_queue SET claimed_until = '-infinity'`);
      }
    },
    settleWith: (other) => workOff(other, new AbortController().signal),
    async reset() {
      people.clear();
      crashes = [];
      await database.sql(`TRUNCATE ${TABLES.map((table) => `lineage.${table}`).join(', ')}`);
      await database.db.system((tx) => installModels(tx, deps.models));
      await database.sql(`INSERT INTO lineage.agreement_scopes (agreement_id, company_id, other_company_id)
        VALUES (7, 1, 2), (7, 2, 1)`);
    },
  };
}

const TABLES = [
  ...[
    'match_queue',
    'match_records',
    'match_tokens',
    'match_hot_tokens',
    'match_removed_tokens',
    'match_again',
  ],
  ...[
    'match_spaces',
    'match_models',
    'match_backfills',
    'match_backfill_seen',
    'agreement_scopes',
    'data_lineage',
    'link_changes',
    'link_counts',
    'link_tens',
    'entities',
    'decisions',
  ],
  ...['erased_individuals', 'outbox'],
];

async function workOff(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  await switchSpaces(deps, testCtx(null));
  while (await matchQueued(deps, signal)) await matchWaiting(deps, testCtx(null), signal, true);
  await backfill(deps, signal);
  await switchSpaces(deps, testCtx(null));
  await matchWaiting(deps, testCtx(null), signal, false);
  await dropSpaces(deps, signal);
}

function dying(tx: Tx, tick: () => void): Tx {
  return {
    ...tx,
    async query(statement, values) {
      tick();
      return tx.query(statement, values);
    },
    async publishAll(messages) {
      tick();
      await tx.publishAll(messages);
    },
  };
}
