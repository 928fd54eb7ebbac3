import { randomUUID } from 'node:crypto';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BROKEN_ROWS } from '../src/imports/broken-quotes.ts';
import { getImport, listImportErrors } from '../src/imports/find-imports.ts';
import type { CreatedImport } from '../src/imports/finish-upload.ts';
import { claimImport, releaseImport } from '../src/imports/job-store.ts';
import { BATCH_ROWS } from '../src/imports/row-batches.ts';
import { runImport } from '../src/imports/run-import.ts';
import { statusMessage } from '../src/imports/status-message.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, type ImportWorld, importWorld, refusing } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const ctx = userCtx([COMPANY]);
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
      const page = { id: created.summary.id, limit: 50 };
      const { errors } = await listImportErrors(world)(ctx, page);
      return { ...(await world.summary(created)), errors: errors.map((one) => `${one.line} ${one.reason}`) };
    };

    const sound = ['Ravi Kumar,"4 Hill Road', 'Mumbai",9812345671'];

    test.each([
      [
        'before',
        'name,phone,address',
        ['K,9812345670,"12 MG Road', ...rows.slice(1, 4), 'L,9812345671,Pune"'],
        'address',
      ],
      [
        'behind',
        'id,name,phone',
        ['K,"Asha,9812345670', 'L,Ravi Kumar,9812345671', 'M,Iyer",9812345672'],
        'name',
      ],
      [
        'in the middle',
        'name,note,phone',
        ['Asha,"12,', 'Ravi,4 Hill Road,9812345671', 'x",9812345672'],
        'note',
      ],
    ])(
      'that closes by chance in a later row mix no people: values %s tell',
      async (_, columns, lines, column) => {
        const created = await world.upload(`${columns}\n${lines.join('\n')}\n`, { unmapped: 'ignore' });
        await world.process()();
        expect(await world.errors(created)).toEqual([`1 ${column} ROW_SWALLOWED`]);
        expect(await world.people()).toMatchObject({ people: 0 });
      },
    );

    test('keep a value of several lines with a number in it', async () => {
      const lines = ['Asha Rao,"12 MG Road, Ph: 9812345670', 'Pune, MH, 411001",9812345671'];
      expect(await importedLines('name,address,phone', lines)).toMatchObject({ accepted: 1, errors: [] });
    });

    test('are rejected whole where a process dies while rows are written one by one', async () => {
      const record = ['Asha Rao,"12 MG Road', 'Near Temple', 'Dadar', 'Pune,9812345670'];
      const lines = [
        ...sound,
        ...record,
        'Meena Iyer,9 Lake Road,9812345672',
        'Refused,1 Park Road,9812345673',
      ];
      const picky = refusing(world.jobDeps.writePeople, ({ values }) => values.get('name') === 'Refused');
      for (let last = 1; last <= 7; last++) {
        await world.clear();
        const created = await world.upload(`name,address,phone\n${lines.join('\n')}\n`);
        const dying = { writePeople: picky, db: dyingAfter(last) };
        await world
          .process(dying)()
          .catch(() => undefined);
        await world.leasesEnd();
        await world.pausesEnd();
        await world.process({ writePeople: picky })();
        expect(await world.errors(created), `after ${last} rows`).toEqual([
          '2  ROW_QUOTE_NOT_CLOSED',
          ...[3, 4, 5, 6].map((n) => `${n}  ROW_BETWEEN_QUOTES`),
          '7  ROW_NOT_STORED',
        ]);
        expect(await world.summary(created)).toMatchObject({ status: 'done', processed: 7, accepted: 1 });
      }
    });
  });
});
