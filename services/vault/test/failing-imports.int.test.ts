import { randomUUID } from 'node:crypto';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { PostgresFailure } from '@pii-vault/platform/postgres/postgres-failure';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BROKEN_ROWS } from '../src/imports/broken-quotes.ts';
import { getImport, listImportErrors } from '../src/imports/find-imports.ts';
import type { CreatedImport } from '../src/imports/finish-upload.ts';
import { MAX_LOST_TURNS, MAX_TRIES } from '../src/imports/import-job.ts';
import { claimImport, releaseImport, saveProgress } from '../src/imports/job-store.ts';
import { retryImport } from '../src/imports/retry-import.ts';
import { BATCH_ROWS } from '../src/imports/row-batches.ts';
import { runImport } from '../src/imports/run-import.ts';
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

const claimed = () => world.jobDeps.db.system((tx) => claimImport(tx, randomUUID()));

/** A database as a process sees it that dies when an import has so many rows: nothing is committed afterwards. */
const dyingAfter = (rows: number): typeof world.jobDeps.db => ({
  system: (work) => world.jobDeps.db.system(work),
  tenant: (scope, work) =>
    world.jobDeps.db.tenant(scope, async (tx) => {
      const answer = await work(tx);
      const [row] = await world.sql<{ processed: number }>('SELECT processed FROM vault.imports');
      if ((row?.processed ?? 0) >= rows) throw new AppError('UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'Died');
      return answer;
    }),
});

describe('quotation marks', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `K${n},Person ${n},98${10_000_000 + n}`);
  const imported = async (lines: readonly string[]) => {
    const created = await world.upload(`id,name,phone\n${lines.join('\n')}\n`);
    await world.process()();
    const one = await getImport(world)(ctx, created.summary.id);
    return { one, errors: await world.errors(created) };
  };

  test.each([
    ['opened and not closed', 'K9,"Person 9,9810000009', 'ROW_QUOTE_NOT_CLOSED'],
    ['inside a value without them', 'K9,Person "9,9810000009', 'ROW_MALFORMED'],
    ['behind a closing one', 'K9,"Person" 9",9810000009', 'ROW_MALFORMED'],
  ])('in one row, %s, reject this row only', async (_, row, reason) => {
    const { one, errors } = await imported(rows.with(9, row).slice(0, 600));
    expect(errors).toEqual([`10  ${reason}`]);
    expect(one).toMatchObject({ status: 'done', accepted: 599, rejected: 1, failedLine: null });
  });

  test.each([
    ['that are never closed', 'x","', 'ROW_QUOTE_NOT_CLOSED'],
    ['that are opened in every row', 'K,"Person,98', 'ROW_MALFORMED'],
    ['inside the values of every row', 'K,5" pipe,9810000009', 'ROW_MALFORMED'],
  ])('%s end the reading, and the line of the first one is named', async (_, row, reason) => {
    const { one, errors } = await imported([...rows.slice(0, 300), ...rows.map(() => row)]);
    expect(errors).toEqual(Array.from({ length: MAX_BROKEN_ROWS }, (__, n) => `${301 + n}  ${reason}`));
    expect(one).toMatchObject({
      ...{ status: 'failed', statusReason: 'QUOTES_BROKEN', failedLine: 302, nextTryAt: null },
      ...{ processed: 300 + MAX_BROKEN_ROWS, accepted: 300, rejected: MAX_BROKEN_ROWS },
    });
    expect(statusMessage(one)).toContain('line 302');
    expect(await world.people()).toMatchObject({ people: 300 });
    expect(await world.summary(one)).toMatchObject({ is_key_gone: true, chunks: 0 });
  });

  describe('in a run of rows across two batches', () => {
    const before = BATCH_ROWS - 10;
    const run = [...rows.slice(0, before), ...rows.map(() => 'K,5" pipe,9810000009')];
    const upload = () => world.upload(`id,name,phone\n${run.join('\n')}\n`);
    const expectEnd = async (created: CreatedImport) => {
      const processed = before + MAX_BROKEN_ROWS;
      expect(await getImport(world)(ctx, created.summary.id)).toMatchObject({
        ...{ status: 'failed', statusReason: 'QUOTES_BROKEN', failedLine: before + 2 },
        ...{ processed, accepted: before, rejected: MAX_BROKEN_ROWS },
      });
      const numbers = Array.from({ length: MAX_BROKEN_ROWS }, (_, n) => before + 1 + n);
      expect(await world.errors(created)).toEqual(numbers.map((n) => `${n}  ROW_MALFORMED`));
      const [ends] = await world.sql<{ n: number }>(
        `SELECT count(*) AS n FROM vault.outbox WHERE payload::text LIKE '%' || encode('import_fail', 'hex') || '%'`,
      );
      expect(ends?.n).toBe(1);
    };

    test('end the reading with the same row', async () => {
      const created = await upload();
      await world.process()();
      await expectEnd(created);
    });

    test('are counted to their end in turns that end as soon as they can', async () => {
      const created = await upload();
      const { db } = world.jobDeps;
      let turns = 0;
      for (let claim = await claimed(); claim !== undefined; claim = await claimed()) {
        const lease = claim;
        await runImport(world.jobDeps)(lease, () => true);
        await db.tenant({ companies: [COMPANY] }, (tx) => releaseImport(tx, lease));
        turns++;
      }
      expect(turns).toBeGreaterThan(1);
      await expectEnd(created);
    });

    test.each([before, before + MAX_BROKEN_ROWS])(
      'are counted to their end after a process died behind %i rows',
      async (last) => {
        const created = await upload();
        await expect(world.process({ db: dyingAfter(last) })()).rejects.toThrow();
        await world.leasesEnd();
        await world.process()();
        await expectEnd(created);
      },
    );
  });

  describe('in a record of several lines', () => {
    const importedLines = async (columns: string, lines: readonly string[]) => {
      const created = await world.upload(`${columns}\n${lines.join('\n')}\n`);
      await world.process()();
      const page = { importId: created.summary.id, afterId: 0, limit: 50 };
      const { errors } = await listImportErrors(world)(ctx, page);
      return { ...(await world.summary(created)), errors: errors.map((one) => `${one.line} ${one.reason}`) };
    };

    test.each([
      [
        'its first line',
        ['Asha Rao,"12 "MG Road', 'Near Temple', 'Opposite School', 'Pune 411001",9812345670'],
      ],
      ['a later line', ['Asha Rao,"12 MG Road', 'Near Temple', '5" pipe lane', 'Pune 411001",9812345670']],
    ])('reject each of its lines, with the mark in %s, and make no person of them', async (_, record) => {
      const sound = ['Ravi Kumar,"4 Hill Road', 'Mumbai",9812345671'];
      expect(await importedLines('name,address,phone', [...sound, ...record, ...sound])).toMatchObject({
        ...{ status: 'done', processed: 6, accepted: 2, rejected: 4 },
        errors: [4, 5, 6, 7].map((line) => `${line} ROW_MALFORMED`),
      });
    });

    test('that is never closed reject the rest of the file, and make no person of it', async () => {
      const lines = [
        'Ravi Kumar,4 Hill Road,9812345671',
        'Asha Rao,"12 MG Road',
        'Near Temple',
        'Pune 411001',
      ];
      expect(await importedLines('name,address,phone', lines)).toMatchObject({
        ...{ status: 'done', processed: 4, accepted: 1, rejected: 3 },
        errors: [3, 4, 5].map((line) => `${line} ROW_QUOTE_NOT_CLOSED`),
      });
    });

    test('do not reject rows without their last values, except the one behind a broken row', async () => {
      const rowsWithout = Array.from({ length: 60 }, (__, n) => `Person ${n},98${10_000_000 + n}`);
      const lines = rowsWithout.with(20, 'Asha "Rao,9810000009');
      expect(await importedLines('name,phone,email,pan', lines)).toMatchObject({
        ...{ status: 'done', processed: 60, accepted: 58, rejected: 2 },
        errors: ['22 ROW_MALFORMED', '23 ROW_MALFORMED'],
      });
    });
  });

  test('in fewer rows, or with other rows in between, do not', async () => {
    const broken = rows.map((row, n) => (n % MAX_BROKEN_ROWS === 7 ? row : `K${n},5" pipe,9810000009`));
    const { one } = await imported(broken.slice(0, 100));
    expect(one).toMatchObject({ status: 'done', accepted: 5, rejected: 95 });
  });
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

test('a row that the database cannot store becomes an error of that row', async () => {
  const created = await world.upload(csvOf(20));
  const refused = new PostgresFailure(
    Object.assign(new pg.DatabaseError('x', 1, 'error'), { code: '22021' }),
  );
  const picky: WritePeople = async (tx, caller, options, people) => {
    if (people.some(({ externalId }) => externalId === 'X-000013'))
      throw new AppError('INTERNAL', 'DATABASE_ERROR', 'Something went wrong on our side', {
        cause: refused,
      });
    return await world.jobDeps.writePeople(tx, caller, options, people);
  };
  await world.process({ writePeople: picky })();
  expect(await world.errors(created)).toEqual(['14  ROW_NOT_STORED']);
  expect(await world.summary(created)).toEqual({ ...done, processed: 20, accepted: 19, rejected: 1 });
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
