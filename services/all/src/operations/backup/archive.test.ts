import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORMAT, type Header, readArchive, type Section, writeArchive } from './archive.ts';

const keys = new Map([0, 1, 2].map((companyId) => [companyId, randomBytes(32)]));
const keyOf = (companyId: number) => keys.get(companyId) ?? randomBytes(32);
const header: Header = {
  format: FORMAT,
  madeAt: '2026-11-22T03:00:00.000Z',
  migrations: { vault: ['0001_people'] },
  keyTables: [],
  keys: [{ companyId: 1, keyId: 'k', version: 1 }],
  revocations: { seq: 3, mac: 'bWFj' },
};
const section = (companyId: number): Section => ({
  schema: 'vault',
  table: 'pii_fields',
  columns: ['id'],
  companyId,
});
/** Sections of several frames, of one frame, and an empty one. */
const contents = new Map([
  [1, randomBytes(600_000)],
  [2, randomBytes(10)],
  [0, Buffer.alloc(0)],
]);
let folder: string;
let path: string;

async function* halves(bytes: Buffer) {
  yield bytes.subarray(0, bytes.length >> 1);
  yield bytes.subarray(bytes.length >> 1);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  path = join(folder, 'a.backup');
  const archive = await writeArchive(path, header, keyOf);
  await expect(readFile(path), 'no archive before it is finished').rejects.toThrow('ENOENT');
  for (const [companyId, bytes] of contents) await archive.section(section(companyId), halves(bytes));
  await archive.finish([['vault', 'field_ids', '257']]);
});
afterAll(() => rm(folder, { recursive: true }));

async function readAll(file: string, open = keyOf) {
  const archive = await readArchive(file);
  const read = new Map<number, Buffer>();
  try {
    const end = await archive.sections(open, async ({ companyId }, bytes) => {
      const parts: Buffer[] = [];
      for await (const part of bytes) parts.push(part);
      read.set(companyId, Buffer.concat(parts));
    });
    return { read, end, header: archive.header };
  } finally {
    await archive.close();
  }
}

it('returns the original rows, and discloses nothing without its keys', async () => {
  const { read, end, header: told } = await readAll(path);
  expect(told).toEqual(header);
  expect([...read]).toEqual([...contents]);
  expect(end).toEqual({ sections: 3, sequences: [['vault', 'field_ids', '257']] });
  const bytes = await readFile(path);
  for (const content of contents.values())
    if (content.length > 0) expect(bytes.includes(content.subarray(0, 10))).toBe(false);
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ['cut off', (bytes) => bytes.subarray(0, bytes.length - 40)],
  ['truncated between two sections', (bytes) => bytes.subarray(0, bytes.lastIndexOf('end\n'))],
  ['with a bit flipped', (bytes) => flipped(bytes, bytes.length - 300)],
  [
    'with another header',
    (bytes) => Buffer.from(bytes.toString('latin1').replace('T03:00', 'T04:00'), 'latin1'),
  ],
  [
    'with a section under another company',
    (bytes) =>
      Buffer.from(bytes.toString('latin1').replace('"companyId":2}\n', '"companyId":1}\n'), 'latin1'),
  ],
  [
    'without a section',
    (bytes) => {
      const [from, to] = [bytes.indexOf('{"schema"'), bytes.lastIndexOf('{"schema"')];
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    },
  ],
])('does not open %s', async (_, change) => {
  const changed = join(folder, 'changed.backup');
  await writeFile(changed, change(await readFile(path)));
  await expect(readAll(changed)).rejects.toMatchObject({ reason: 'BACKUP_DAMAGED' });
});

it('does not open with another key', async () => {
  await expect(readAll(path, () => randomBytes(32))).rejects.toMatchObject({ reason: 'BACKUP_DAMAGED' });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}
