import { randomUUID } from 'node:crypto';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getImport } from '../src/imports/find-imports.ts';
import { MAX_LOST_TURNS, MAX_TRIES } from '../src/imports/import-job.ts';
import { claimImport, saveProgress } from '../src/imports/job-store.ts';
import { retryImport } from '../src/imports/retry-import.ts';
import { BATCH_ROWS } from '../src/imports/row-batches.ts';
import { statusMessage } from '../src/imports/status-message.ts';
import type { WritePeople } from '../src/people/records/write-people.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, csvOf, done, type ImportWorld, importWorld, reasonOf } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const ctx = userCtx([COMPANY]);
const tries = async () => (await world.sql<{ tries: number }>('SELECT tries FROM vault.imports'))[0]?.tries;

/** Writes people up to the second batch, and throws there while `failure` returns an error. */
const failingAtSecond =
  (failure: () => Error | undefined): WritePeople =>
  async (tx, caller, options, people) => {
    const error = people.some(({ externalId }) => (externalId ?? '') >= second) ? failure() : undefined;
    if (error !== undefined) throw error;
    return await world.jobDeps.writePeople(tx, caller, options, people);
  };
const second = `X-${String(BATCH_ROWS).padStart(6, '0')}`;

test('rows that always fail end the import after five tries in any processes, and accepted rows stay', async () => {
  const created = await world.upload(csvOf(300));
  const poison = failingAtSecond(() => new TypeError('Planted'));
  for (let n = 1; n < MAX_TRIES; n++) {
    await world.process({ writePeople: poison })();
    const paused = await getImport(world)(ctx, created.summary.id);
    expect(paused).toMatchObject({ status: 'paused', statusReason: 'INTERNAL', processed: BATCH_ROWS });
    expect(paused.nextTryAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await tries()).toBe(n);
    await world.process({ writePeople: poison })();
    expect(await tries(), 'it rests').toBe(n);
    await world.pausesEnd();
  }
  await world.process({ writePeople: poison })();
  expect(await world.summary(created)).toMatchObject({
    status: 'failed',
    reason: 'ROWS_NOT_STORED',
    processed: BATCH_ROWS,
    accepted: BATCH_ROWS,
    is_key_gone: true,
    chunks: 0,
  });
  expect(await world.people()).toMatchObject({ people: BATCH_ROWS });
});

/** Claims the import as a process that dies before it commits a row. */
async function dieAtOnce(): Promise<void> {
  await world.jobDeps.db.system((tx) => claimImport(tx, randomUUID()));
  await world.leasesEnd();
}

test('an import whose process died four times without progress fails and says so', async () => {
  const created = await world.upload(csvOf(300));
  for (let n = 0; n < MAX_LOST_TURNS; n++) await dieAtOnce();
  await world.process()();
  expect(await world.summary(created)).toMatchObject({
    status: 'failed',
    reason: 'NO_PROGRESS',
    is_key_gone: true,
    chunks: 0,
  });
  const found = await getImport(world)(ctx, created.summary.id);
  expect(statusMessage(found)).toContain('made no progress in its last attempts');
});

test('an import whose process died less often goes on', async () => {
  const created = await world.upload(csvOf(300));
  for (let n = 1; n < MAX_LOST_TURNS; n++) await dieAtOnce();
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 300, accepted: 300, rejected: 0 });
});

test('a batch that advances the position resets the lost turns, and one that does not keeps them', async () => {
  const created = await world.upload(csvOf(3));
  await dieAtOnce();
  const claim = await world.jobDeps.db.system((tx) => claimImport(tx, randomUUID()));
  if (claim === undefined) throw new Error('Nothing to claim');
  const counts = { accepted: 0, rejected: 0, known: 0, errors: 0, busyMs: 0 };
  const lost = async (offset: number) => {
    const position = { ...claim.position, offset };
    await world.db.tenant({ companies: [COMPANY] }, (tx) => saveProgress(tx, claim, { ...counts, position }));
    return (await world.sql<{ n: number }>('SELECT lost_turns AS n FROM vault.imports'))[0]?.n;
  };
  expect(await lost(claim.position.offset)).toBe(1);
  expect(await lost(claim.position.offset + 1)).toBe(0);
  expect(created.summary.status).toBe('queued');
});

test('a file of line ends is read to its end, in batches without rows', async () => {
  const created = await world.upload(`name,phone\n${'\n'.repeat(1_500_000)}Asha Rao,9812345670\n`);
  const positions = new Set<number>();
  const db: typeof world.jobDeps.db = {
    system: (work) => world.jobDeps.db.system(work),
    tenant: async (scope, work) => {
      const answer = await world.jobDeps.db.tenant(scope, work);
      const [row] = await world.sql<{ at: number }>('SELECT bytes_read AS at FROM vault.imports');
      if (row !== undefined) positions.add(row.at);
      return answer;
    },
  };
  await world.process({ db })();
  expect(await world.summary(created)).toEqual({ ...done, processed: 1, accepted: 1, rejected: 0 });
  expect(positions.size).toBeGreaterThan(3);
});

test.each([
  ['UNAVAILABLE', 'DATABASE_UNAVAILABLE'],
  ['UNAVAILABLE', 'KEY_STORE_UNAVAILABLE'],
  ['DEADLINE_EXCEEDED', 'DATABASE_TIMEOUT'],
] as const)('%s %s pauses, says so, and is never the fault of the file', async (code, reason) => {
  const created = await world.upload(csvOf(300));
  let isAway = true;
  const failing = failingAtSecond(() => (isAway ? new AppError(code, reason, 'Away') : undefined));
  for (let n = 0; n < MAX_TRIES + 2; n++) {
    await world.process({ writePeople: failing })();
    expect(await getImport(world)(ctx, created.summary.id)).toMatchObject({
      status: 'paused',
      statusReason: reason,
    });
    expect(await tries()).toBe(0);
    await world.pausesEnd();
  }
  isAway = false;
  await world.process({ writePeople: failing })();
  expect(await world.summary(created)).toEqual({ ...done, processed: 300, accepted: 300, rejected: 0 });
});

test('a database that is unreachable when a round ends does not count as a try', async () => {
  const created = await world.upload(csvOf(3));
  let isAway = true;
  const away: typeof world.jobDeps.db = {
    system: (work) => world.jobDeps.db.system(work),
    tenant: async (scope, work) => {
      if (isAway) throw new AppError('UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'Away');
      return await world.jobDeps.db.tenant(scope, work);
    },
  };
  const round = world.process({ db: away });
  await expect(round()).rejects.toMatchObject({ reason: 'DATABASE_UNAVAILABLE' });
  expect(await tries()).toBe(1);
  isAway = false;
  await round();
  expect(await world.summary(created)).toMatchObject({ status: 'paused', reason: 'DATABASE_UNAVAILABLE' });
  expect(await tries()).toBe(0);
});

test('a row error can be stored, whatever characters the file contains', async () => {
  const column = 'Ph\ud800one\0\u0007';
  const plan = { writePeople: world.jobDeps.writePeople };
  const created = await world.upload('name,phone\nAsha,12\n');
  const { key } = await world.sealedPlan(created.summary.id);
  const columns = { columns: ['name', column], targets: { name: 'name', [column]: 'phone' } };
  await world.sql('UPDATE vault.imports SET plan = $1', [
    key.sealPlan(JSON.stringify({ ...created.plan, columns }), world.random),
  ]);
  await world.process(plan)();
  expect(await world.errors(created)).toEqual(['1 Ph\ufffdone\ufffd\ufffd PHONE_INVALID']);
});

test('only a paused import is retried on request, at once and under the rights of the requester', async () => {
  const created = await world.upload(csvOf(3));
  const { id } = created.summary;
  const retry = retryImport({ ...world, wake: () => undefined });
  expect(await retry(ctx, id)).toMatchObject({ status: 'queued' });
  world.authority.holds = false;
  await world.process()();
  expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'paused', statusReason: 'AUTHORITY_LOST' });
  await world.process()();
  expect(await getImport(world)(ctx, id), 'it rests').toMatchObject({ status: 'paused' });
  world.authority.holds = true;
  expect(await reasonOf(retry(userCtx([COMPANY + 1]), id))).toBe('NOT_FOUND');
  expect(await retry({ ...ctx, requestId: 'retried' }, id)).toMatchObject({
    status: 'queued',
    nextTryAt: null,
  });
  expect(await world.sql('SELECT request_id FROM vault.imports')).toEqual([{ request_id: 'retried' }]);
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 3, accepted: 3, rejected: 0 });
  expect(await reasonOf(retry(ctx, id))).toBe('IMPORT_FINISHED');
  const held = await world.upload('name,Branch\nAsha,South\n');
  expect(await reasonOf(retry(ctx, held.summary.id))).toBe('IMPORT_HELD');
});
