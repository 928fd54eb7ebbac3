import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../entries/columns.ts';
import { fileLines } from '../outside/file-lines.ts';
import { revocationLines } from './list-revocations.ts';
import { revocationFile } from './revocation-file.ts';
import {
  chain,
  endOf,
  headAfter,
  type LineContent,
  parseLine,
  type RevocationLine,
} from './revocation-line.ts';

const folder = await mkdtemp(join(tmpdir(), 'revocations-'));
const path = join(folder, 'list');
const key = randomBytes(32);
const erased = (individualId: number): RevocationLine => ({
  service: 'vault',
  action: 'data_erase',
  at: '2026-11-22T05:00:00.000Z',
  companyId: 1,
  individualId,
});
const contents: LineContent[] = [erased(1), erased(2), { covers: 7 }, erased(3)];

beforeEach(async () => {
  await rm(path, { force: true });
  await revocationFile(fileLines(path), key).append(contents.slice(0, 2));
  await revocationFile(fileLines(path), key).append(contents.slice(2));
});
afterAll(() => rm(folder, { recursive: true }));

it('returns the lines in order after several openings', async () => {
  const lines = await revocationFile(fileLines(path), key).read();
  expect(lines.map(({ seq, line }) => [seq, line])).toEqual(contents.map((line, at) => [at + 1, line]));
  expect(await revocationFile(fileLines(path), key).position()).toEqual({ seq: 4, mac: lines[3]?.mac });
  expect(await revocationFile(fileLines(path), key).coverage()).toEqual({ covers: 7 });
  const none = revocationFile(fileLines(join(folder, 'none')), key);
  expect([await none.position(), await none.coverage()]).toEqual([{ seq: 0, mac: '' }, undefined]);
  expect(await revocationFile(fileLines(join(folder, 'none')), key).read()).toEqual([]);
});

it('continues after a line that a crash truncated', async () => {
  await appendFile(path, '{"seq":5,"line":{"servi');
  await revocationFile(fileLines(path), key).append([erased(4)]);
  const lines = await revocationFile(fileLines(path), key).read();
  expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
});

it.each<[string, (lines: string[]) => string[]]>([
  ['changed', (lines) => lines.map((line) => line.replace('"individualId":2', '"individualId":9'))],
  ['left out', (lines) => lines.filter((_, at) => at !== 1)],
  ['missing at the start', (lines) => lines.slice(1)],
  ['in another order', ([a = '', b = '', ...rest]) => [b, a, ...rest]],
  ['repeated', ([a = '', ...rest]) => [a, a, ...rest]],
])('refuses a file with a line %s', async (_, change) => {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await writeFile(path, `${change(lines).join('\n')}\n`);
  await expect(revocationFile(fileLines(path), key).read()).rejects.toMatchObject({
    reason: 'REVOCATIONS_DAMAGED',
  });
});

it('reads its last line and its coverage from the end, over many lines and a truncated one', async () => {
  const file = revocationFile(fileLines(path), key);
  await file.append(Array.from({ length: 300 }, (_, at) => erased(at)));
  await appendFile(path, 'x'.repeat(70_000));
  const opened = vi.spyOn(JSON, 'parse');
  expect((await file.position()).seq).toBe(304);
  expect(opened, 'no line but the last is parsed').toHaveBeenCalledTimes(2);
  opened.mockRestore();
  expect(await file.coverage()).toEqual({ covers: 7 });
  await file.append([erased(5)]);
  expect((await file.read()).at(-1)?.seq).toBe(305);
});

it.each<[string, (last: string) => string]>([
  ['changed', (last) => last.replace('"individualId":3', '"individualId":9')],
  ['of another key', () => `${JSON.stringify(chain(randomBytes(32), { seq: 3, mac: '' }, erased(3)))}`],
])('refuses to append after a last line that was %s', async (_, change) => {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const changed = [...lines.slice(0, -1), change(lines.at(-1) ?? '')].join('\n');
  await writeFile(path, `${changed}\n`);
  const damaged = { code: 'DATA_LOSS', reason: 'REVOCATIONS_DAMAGED' };
  await expect(revocationFile(fileLines(path), key).append([erased(4)])).rejects.toMatchObject(damaged);
  expect(await readFile(path, 'utf8')).toBe(`${changed}\n`);
});

it('refuses a file that was written with another key', async () => {
  const other = revocationFile(fileLines(path), randomBytes(32));
  await expect(other.read()).rejects.toMatchObject({ reason: 'REVOCATIONS_DAMAGED' });
});

it('lists revocations and deletions, and no refused or granting entry', () => {
  const leaf = { version: 1, timestamp: '2026-11-22T05:00:00.000Z', producer: 'vault', epoch: 1 } as const;
  const place = { seq: 1, companySeq: 1, companyId: 1, individualId: 5 };
  const rows = [
    { action: 'data_erase', fieldNames: ['name'], ipAddress: '10.0.0.1', actorId: '7' },
    { action: 'data_erase', decision: 'refused' },
    { action: 'data_update', fieldNames: ['pan'] },
    { action: 'data_update', fieldNames: ['pan'], objectIds: { change: 'field_sealed' } },
    { action: 'field_decrypt', purpose: 'kyc' },
  ].map((entry) => ({ columns: columnsOf({ ...leaf, ...place, ...entry }) }));
  const entry = { epoch: 1, seq: 1 };
  expect(revocationLines(rows)).toEqual([
    { ...erased(5), entry, fieldNames: ['name'] },
    {
      ...erased(5),
      entry,
      action: 'data_update',
      fieldNames: ['pan'],
      objectIds: { change: 'field_sealed' },
    },
  ]);
});

/** The same head, signed with another key. */
function forged(head: string): string {
  const line = parseLine(head);
  return line === undefined ? '' : JSON.stringify(headAfter(randomBytes(32), endOf(line)));
}

describe('revocations that are older than any backup', () => {
  const on = (day: number, individualId: number) => ({
    ...erased(individualId),
    at: `2026-11-${day}T05:00:00.000Z`,
  });
  const before = new Date('2026-11-15T00:00:00.000Z');
  const file = revocationFile(fileLines(path), key);
  const trim = (until: Date) => file.trim(until, async () => undefined);

  beforeEach(async () => {
    await rm(path);
    await file.append([
      on(10, 1),
      { covers: 2 },
      on(11, 2),
      { covers: 4 },
      on(20, 3),
      on(12, 4),
      { covers: 7 },
    ]);
  });

  it('are removed, and the list continues its numbering', async () => {
    const end = await file.position();
    expect(await trim(before)).toBe(3);
    const [head, ...lines] = await file.read();
    expect(head).toMatchObject({ seq: 3, line: { follows: expect.any(String) } });
    expect(lines.map(({ seq }) => seq)).toEqual([4, 5, 6, 7]);
    expect([await file.position(), await file.coverage()]).toEqual([end, { covers: 7 }]);
    await file.append([on(21, 5)]);
    expect((await file.read()).at(-1)?.seq).toBe(8);
    expect(await trim(before), 'nothing more').toBe(0);
    expect(await trim(new Date('2026-11-21T00:00:00.000Z'))).toBe(3);
    expect((await file.read()).map(({ seq }) => seq)).toEqual([6, 7, 8]);
  });

  it('remain when another process has written meanwhile, or the lock is lost', async () => {
    const writes = () => file.append([on(21, 5)]);
    expect(await file.trim(before, writes)).toBe(0);
    await expect(file.trim(before, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect((await file.read()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('keep the lines that state the coverage', async () => {
    expect(await trim(new Date('2027-01-01T00:00:00.000Z'))).toBe(6);
    expect((await file.read()).map(({ seq }) => seq)).toEqual([6, 7]);
    await file.append([on(30, 6)]);
    expect((await file.read()).length).toBe(3);
  });

  it.each<[string, (lines: string[]) => string[]]>([
    ['the start was cut off without the key', (lines) => lines.slice(1)],
    ['more of the start was cut off', ([head = '', ...lines]) => [head, ...lines.slice(1)]],
    ['the head was replaced without the key', ([head = '', ...lines]) => [forged(head), ...lines]],
    ['a head stands in the middle', ([head = '', ...lines]) => [...lines, head]],
  ])('are refused when %s', async (_, change) => {
    await trim(before);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    await writeFile(path, `${change(lines).join('\n')}\n`);
    await expect(file.read()).rejects.toMatchObject({ reason: 'REVOCATIONS_DAMAGED' });
  });
});
