import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImport } from '../src/imports/create-import.ts';
import { CHUNK_BYTES } from '../src/imports/import-key.ts';
import { type UploadLimits, uploadRoom } from '../src/imports/upload-room.ts';
import { userCtx } from './contexts.ts';
import {
  COMPANY,
  chunkMessage,
  csvOf,
  type ImportWorld,
  importWorld,
  optionsMessage,
  reasonOf,
} from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world?.stop());
beforeEach(() => world.clear());

const NO_DISK: UploadLimits = { inFlightBytes: 3 * CHUNK_BYTES, keepFreeBytes: 1_000, diskFolder: undefined };

/** Sends a file of `rows` rows whose content depends on `mark`. */
function upload(limits: UploadLimits, rows: number, mark = '', free?: () => number, companyId = COMPANY) {
  const { db, keys, companyStatus, random } = world;
  const room = uploadRoom(db, limits, async () => free?.() ?? 0);
  const create = createImport({
    db,
    keys,
    gate: companyStatus,
    random,
    maxBytes: 64_000_000,
    room,
    wake: () => undefined,
  });
  const bytes = Buffer.from(wideCsv(rows).replace('Person', `Person${mark}`));
  return create(
    userCtx([COMPANY, 8]),
    (async function* () {
      yield optionsMessage({ companyId, mapping: '{"padding":"ignore"}' });
      for (let at = 0; at < bytes.length; at += 256 * 1024)
        yield chunkMessage(bytes.subarray(at, at + 256 * 1024));
    })(),
  );
}

const left = () =>
  world.sql<{ imports: number; chunks: number }>(
    `SELECT (SELECT count(*) FROM vault.imports WHERE status = 'uploading')::integer AS imports,
            (SELECT count(*) FROM vault.import_chunks)::integer AS chunks`,
  );

/** Wide rows make a large file with a short import. */
const PADDING = 'x'.repeat(2_000);

function wideCsv(rows: number): string {
  const [header, ...lines] = csvOf(rows).trimEnd().split('\n');
  return `${header},padding\n${lines.map((line) => `${line},${PADDING}`).join('\n')}\n`;
}

/** Numbers of rows that fill more than three and more than eight chunks. */
const [SOME, MANY] = [800, 2_400];

describe('bytes in flight', () => {
  it('are limited per company, until its files are imported', async () => {
    await upload(NO_DISK, SOME);
    expect(await reasonOf(upload(NO_DISK, 10, 'b'))).toBe('IMPORT_IN_FLIGHT');
    expect(await reasonOf(upload(NO_DISK, 10, 'b', undefined, 8))).toBe('none');
    await world.process()();
    expect(await reasonOf(upload(NO_DISK, 10, 'b'))).toBe('none');
  });

  it('abort a running upload, whose bytes are deleted', async () => {
    expect(await reasonOf(upload(NO_DISK, MANY))).toBe('IMPORT_IN_FLIGHT');
    expect(await left()).toEqual([{ imports: 0, chunks: 0 }]);
  });
});

describe('free disk', () => {
  const limits = { ...NO_DISK, inFlightBytes: 64_000_000, diskFolder: '/' };

  it('is checked before a file is stored', async () => {
    expect(await reasonOf(upload(limits, 10, '', () => 999))).toBe('IMPORT_DISK_FULL');
    expect(await left()).toEqual([{ imports: 0, chunks: 0 }]);
    expect(await reasonOf(upload(limits, 10, '', () => 1_000))).toBe('none');
  });

  it('is checked during an upload, whose bytes are deleted on a refusal', async () => {
    let looks = 0;
    const filling = () => (looks++ === 0 ? 1_000 : 999);
    expect(await reasonOf(upload(limits, MANY, '', filling))).toBe('IMPORT_DISK_FULL');
    expect(await left()).toEqual([{ imports: 0, chunks: 0 }]);
  });

  it('is that of the folder', async () => {
    const { db } = world;
    const room = (keepFreeBytes: number) => uploadRoom(db, { ...limits, keepFreeBytes })(COMPANY);
    expect(await reasonOf(room(0))).toBe('none');
    expect(await reasonOf(room(Number.MAX_SAFE_INTEGER))).toBe('IMPORT_DISK_FULL');
  });
});
