import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelImport } from '../src/imports/cancel-import.ts';
import { BATCH_ROWS } from '../src/imports/row-batches.ts';
import type { WritePeople } from '../src/people/records/write-people.ts';
import { userCtx } from './contexts.ts';
import {
  COMPANY,
  chunkMessage,
  csvOf,
  done,
  type ImportWorld,
  importWorld,
  optionsMessage,
  reasonOf,
} from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

/** External id of the first row of a batch, 0 = the first one. */
const firstRowOf = (batch: number) => `X-${String(batch * BATCH_ROWS).padStart(6, '0')}`;

test('another process continues when one dies inside a batch, and every row is stored once', async () => {
  const created = await world.upload(csvOf(1_150));
  const third = firstRowOf(2);
  const dead = Promise.withResolvers<void>();
  const awake = Promise.withResolvers<never>();
  const dying: WritePeople = async (tx, ctx, options, people) => {
    const first = people[0]?.externalId ?? '';
    if (first > third) return await awake.promise;
    const results = await world.jobDeps.writePeople(tx, ctx, options, people);
    if (first < third) return results;
    dead.resolve();
    return await awake.promise;
  };
  const ghost = world.process({ writePeople: dying })();
  await dead.promise;
  await expect.poll(() => world.summary(created)).toMatchObject({ processed: 2 * BATCH_ROWS });
  // The connection breaks between write and commit of the third batch, and the process hangs.
  await world.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`);
  expect(await world.summary(created)).toMatchObject({
    status: 'running',
    processed: 2 * BATCH_ROWS,
    is_read: false,
  });
  await world.process()();
  expect(await world.summary(created), 'the lease holds').toMatchObject({ processed: 2 * BATCH_ROWS });
  await world.leasesEnd();
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 1_150, accepted: 1_150, rejected: 0 });
  expect(await world.people()).toEqual({ people: 1_150, versions: 1_150, externalIds: 1_150 });
  // A process that hung and continues late must change nothing.
  awake.reject(new AppError('UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'The database cannot be reached'));
  await ghost;
  expect(await world.summary(created)).toMatchObject({ ...done, processed: 1_150 });
});

test('a clock that was set back since the upload does not delay the import', async () => {
  const created = await world.upload(csvOf(3));
  await world.sql(`UPDATE vault.imports SET created_at = created_at - interval '1 hour'`);
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 3, accepted: 3, rejected: 0 });
});

test('a process that lost its lease writes nothing more', async () => {
  const created = await world.upload(csvOf(600));
  const stalled = Promise.withResolvers<void>();
  const stalling: WritePeople = async (tx, ctx, options, people) => {
    if (people[0]?.externalId !== 'X-000000') await stalled.promise;
    return await world.jobDeps.writePeople(tx, ctx, options, people);
  };
  const ghost = world.process({ writePeople: stalling })();
  await expect.poll(() => world.summary(created)).toMatchObject({ processed: BATCH_ROWS });
  // It stalls after its first batch for longer than the lease, and another process finishes the import.
  await world.leasesEnd();
  await world.process()();
  stalled.resolve();
  await ghost;
  expect(await world.summary(created)).toEqual({ ...done, processed: 600, accepted: 600, rejected: 0 });
  expect(await world.people()).toEqual({ people: 600, versions: 600, externalIds: 600 });
});

test('of several rows for a person, in one batch or in two, the last row of the file counts', async () => {
  const rows = csvOf(250).trimEnd().split('\n');
  const twice = [...rows, ...csvOf(250).trimEnd().split('\n').slice(1, 201)];
  twice.push('X-000001,Third Person Nr000001,,,', 'X-000001,Fourth Third Person Nr000001,,,');
  const created = await world.upload(`${twice.join('\n')}\n`);
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 452, accepted: 452, rejected: 0 });
  expect(await world.people()).toEqual({ people: 250, versions: 252, externalIds: 250 });
});

test('two concurrent processes share the queue', async () => {
  const all = [];
  for (let n = 0; n < 4; n++) all.push(await world.upload(csvOf(250, n * 250)));
  await Promise.all([world.process()(), world.process()()]);
  for (const created of all) {
    expect(await world.summary(created)).toEqual({ ...done, processed: 250, accepted: 250, rejected: 0 });
  }
  expect(await world.people()).toEqual({ people: 1_000, versions: 1_000, externalIds: 1_000 });
});

test('an import pauses while its authoriser lacks the permission or its company is closed', async () => {
  const created = await world.upload(csvOf(10));
  world.authority.holds = false;
  await world.process()();
  expect(await world.summary(created)).toMatchObject({
    status: 'paused',
    reason: 'AUTHORITY_LOST',
    processed: 0,
  });
  await world.process()();
  await world.pausesEnd();
  world.authority.holds = true;
  world.companies.refusal = new AppError(
    'PERMISSION_DENIED',
    'COMPANY_SUSPENDED',
    'This company is suspended',
  );
  await world.process()();
  expect(await world.summary(created)).toMatchObject({ status: 'paused', reason: 'COMPANY_SUSPENDED' });
  world.companies.refusal = undefined;
  // A user with the permission sends the same file again: it continues at once under that permission.
  const other = { ...userCtx([COMPANY]), requestId: 'second' };
  expect((await world.upload(csvOf(10), {}, other)).summary).toMatchObject({ status: 'queued' });
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 10, accepted: 10, rejected: 0 });
});

test('a cancelled import writes nothing more and cannot be cancelled twice', async () => {
  const created = await world.upload(csvOf(600));
  const id = created.summary.id;
  let batches = 0;
  const cancelling: WritePeople = async (tx, ctx, options, people) => {
    const results = await world.jobDeps.writePeople(tx, ctx, options, people);
    if (++batches === 1)
      tx.afterCommit(() => void cancelled.push(cancelImport(world)(userCtx([COMPANY]), id)));
    return results;
  };
  const cancelled: Array<Promise<unknown>> = [];
  await world.process({ writePeople: cancelling })();
  await Promise.all(cancelled);
  expect(await world.summary(created)).toMatchObject({ status: 'cancelled', is_key_gone: true, chunks: 0 });
  const people = (await world.people())?.people;
  expect(people).toBeLessThan(600);
  expect(await reasonOf(cancelImport(world)(userCtx([COMPANY]), id))).toBe('IMPORT_FINISHED');
  expect((await world.upload(csvOf(600))).isExisting).toBe(false);
});

test('a chunk that was changed or swapped fails the import', async () => {
  const swap = `UPDATE vault.import_chunks c SET sealed = o.sealed FROM vault.import_chunks o
    WHERE c.import_id <> o.import_id`;
  const first = await world.upload(csvOf(10));
  const second = await world.upload(csvOf(10, 50));
  await world.sql(swap);
  await world.process()();
  for (const created of [first, second]) {
    expect(await world.summary(created)).toMatchObject({
      status: 'failed',
      reason: 'DATA_INTEGRITY',
      processed: 0,
      chunks: 0,
    });
  }
  expect(await world.people()).toMatchObject({ people: 0 });
});

test('a row that makes its batch fail becomes an error, and the batch is written without it', async () => {
  const created = await world.upload(csvOf(20));
  const picky: WritePeople = async (tx, ctx, options, people) => {
    if (people.some((person) => person.externalId === 'X-000013')) {
      throw new AppError('INVALID_ARGUMENT', 'PLANTED', 'Planted');
    }
    return await world.jobDeps.writePeople(tx, ctx, options, people);
  };
  await world.process({ writePeople: picky })();
  expect(await world.errors(created)).toEqual(['14  PLANTED']);
  expect(await world.summary(created)).toEqual({ ...done, processed: 20, accepted: 19, rejected: 1 });
  expect(await world.people()).toMatchObject({ people: 19 });
});

test('the job marks an upload as failed when its process died', async () => {
  async function* dying() {
    yield optionsMessage();
    yield chunkMessage(Buffer.from(csvOf(9_000)));
    await new Promise<never>(() => undefined);
  }
  void world.uploadMessages(dying());
  await expect.poll(async () => (await world.sql('SELECT FROM vault.import_chunks')).length).toBe(1);
  await world.leasesEnd();
  await world.process()();
  const rows = await world.sql('SELECT status, status_reason FROM vault.imports');
  expect(rows).toEqual([{ status: 'failed', status_reason: 'UPLOAD_BROKEN' }]);
  expect(await world.sql('SELECT FROM vault.import_chunks')).toEqual([]);
});
