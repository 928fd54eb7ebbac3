import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { OpenStoreKeysResponse } from '@pii-vault/proto/crypto/v1/keys';
import { PullFeaturesRequest, PullFeaturesResponse } from '@pii-vault/proto/vault/v1/features';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installModels, loadModels } from '../src/matching/models.ts';
import { enqueueRecords } from '../src/matching/queue-store.ts';
import {
  type MatchingThread,
  matchingThread,
  type ThreadKit,
} from '../src/matching/thread/matching-thread.ts';
import { fakeKey } from './fake-crypto.ts';
import { featuresOf, type Person } from './fake-features.ts';
import { BUDGETS } from './matching-world.ts';

const MODELS = new URL('../models/', import.meta.url);
const twins = (first: number): Person[] =>
  [first, first + 1].map((individualId) => ({
    companyId: 1,
    individualId,
    version: 1,
    identifiers: { pan: `P${first}` },
    name: `${['Karthik', 'Harpreet', 'Lakshmi', 'Farida'][first / 10 - 1]} ${['Iyer', 'Singh', 'Rao', 'Khan'][first / 10 - 1]}`,
    dob: `19${first}-02-03`,
  }));

let database: TestDatabase;
let thread: MatchingThread;
let failure: AppError | undefined;
const asked: Array<number | string> = [];
const people = new Map<number, Person>();
const signal = new AbortController().signal;

/** Fakes of other services for the encoded messages of the thread. */
const client = ((definition: object) => ({
  async *pull(ctx: Ctx, bytes: Buffer) {
    if (failure !== undefined) throw failure;
    asked.push(ctx.caller.kind === 'service' ? ctx.caller.company : 'somebody');
    const { selection, encodingVersion } = PullFeaturesRequest.decode(bytes);
    const items = selection?.$case === 'individuals' ? selection.value.items : [];
    for (const { individualId } of items) {
      const person = people.get(individualId);
      const features = person === undefined ? [] : featuresOf(person, [], [], encodingVersion);
      yield Buffer.from(PullFeaturesResponse.encode({ people: [], features }).finish());
    }
  },
  open: async () =>
    Buffer.from(
      OpenStoreKeysResponse.encode({
        keys: [{ version: 1, keyId: '', active: true, key: Buffer.from(fakeKey('store')) }],
      }).finish(),
    ),
  definition,
})) as unknown as ThreadKit['client'];

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  const service = database.services.get('lineage');
  if (service === undefined) throw new Error('no schema');
  await database.db.system((tx) => installModels(tx, loadModels(MODELS)));
  const kit = {
    client,
    self: (options: { company?: number } = {}) => testCtx(options.company ?? null),
    log: silentLogger(),
    db: database.db,
  };
  thread = matchingThread(kit, {
    database: service,
    models: MODELS.href,
    matchBatch: 200,
    bulkFrom: 1_000,
    learnFrom: 1_000,
    budgets: BUDGETS,
    suspendedRestMs: 1,
  });
});
beforeEach(() => {
  failure = undefined;
  asked.length = 0;
});
afterAll(async () => {
  await thread?.stop();
  await database?.drop();
});

async function write(changed: readonly Person[]): Promise<void> {
  for (const person of changed) people.set(person.individualId, person);
  await database.db.system((tx) => enqueueRecords(tx, changed));
}

const links = async () =>
  (
    await database.sql<{ lo: string }>('SELECT lo_individual_id AS lo FROM lineage.data_lineage ORDER BY 1')
  ).map(({ lo }) => Number(lo));

describe('the matching thread', () => {
  it('matches queued records through calls of the main thread, which is notified of outbox events', async () => {
    const committed = new Promise<void>((resolve) => void database.db.onOutboxCommit(resolve));
    await write(twins(10));
    expect(await thread.turn(signal)).toBe(false);
    expect(await links()).toEqual([10]);
    expect(asked).toEqual([1]);
    await committed;
  });

  it('reports a failure unchanged, and continues', async () => {
    await write(twins(20));
    failure = new AppError('UNAVAILABLE', 'VAULT_AWAY', 'The vault is away');
    await expect(thread.turn(signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'VAULT_AWAY',
      message: 'The vault is away',
    });
    failure = undefined;
    await database.sql(`UPDATE lineage.match_queue SET claimed_until = '-infinity'`);
    await thread.turn(signal);
    expect(await links()).toEqual([10, 20]);
  });

  it('is restarted when it has ended, and rejects the running turn', async () => {
    await write(twins(30));
    const turn = thread.turn(signal);
    await Promise.all([thread.stop(), expect(turn).rejects.toMatchObject({ reason: 'MATCHING_ENDED' })]);
    await database.sql(`UPDATE lineage.match_queue SET claimed_until = '-infinity'`);
    await thread.turn(signal);
    expect(await links()).toEqual([10, 20, 30]);
  });

  it('ends an aborted turn', async () => {
    await write(twins(40));
    expect(await thread.turn(AbortSignal.abort())).toBe(false);
  });
});
