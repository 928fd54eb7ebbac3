import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { alreadyExists } from '@pii-vault/platform/core/errors/app-error';
import { z } from 'zod';
import { damaged, openFrames, type ReadExactly, sealFrames, sectionKey } from './sealed-frames.ts';

export const FORMAT = 'pii-vault backup 1';

const keyName = z.object({ companyId: z.number(), keyId: z.string(), version: z.number() });
const tableName = z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) });

/** A line of the list of revocations, and the MAC that identifies it; seq 0 and no MAC if the list is empty. */
const listPosition = z.object({ seq: z.number(), mac: z.string().optional() });
export type ListPosition = z.output<typeof listPosition>;

/** Readable without a key: contains no personal data. Keys are wrapped by the key store, as in the database. */
const headerSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Applied migrations by schema: a backup is restored by the version that created it. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Tables of crypto that are needed to open the backup keys, as binary COPY in base64. */
  keyTables: z.array(tableName.extend({ rows: z.base64() })),
  /** companyId 0: the key of rows without a company. */
  keys: z.array(keyName),
  /** Last line of the list of revocations before the backup. */
  revocations: listPosition,
});
export type Header = z.output<typeof headerSchema>;

/** Rows of one table: those of one company, or (companyId 0) the others. */
const sectionSchema = tableName.extend({ companyId: z.number() });
export type Section = z.output<typeof sectionSchema>;
const endSchema = z.object({
  sections: z.number(),
  sequences: z.array(z.tuple([z.string(), z.string(), z.string()])),
});
export type End = z.output<typeof endSchema>;

/** Returns the opened backup key of a company. */
export type BackupKeyOf = (companyId: number) => Buffer;

const END = 'end';

export interface ArchiveWriter {
  section(section: Section, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Renames the file to its final name; until then there is no archive. */
  finish(sequences: End['sequences']): Promise<void>;
  abandon(): Promise<void>;
}

/** @throws AppError ALREADY_EXISTS BACKUP_EXISTS: an existing file is not overwritten */
export async function writeArchive(path: string, header: Header, keyOf: BackupKeyOf): Promise<ArchiveWriter> {
  if (existsSync(path)) throw alreadyExists('BACKUP_EXISTS', 'There is a file of this name already');
  const draft = `${path}.part`;
  const file = await open(draft, 'wx', 0o600);
  const line = JSON.stringify(header);
  const digest = createHash('sha256').update(line).digest();
  await file.write(`${line}\n`);
  let sections = 0;
  const put = async (name: string, companyId: number, bytes: AsyncIterable<Buffer>) => {
    await file.write(`${name}\n`);
    const key = sectionKey(keyOf(companyId), digest, name);
    for await (const frame of sealFrames(key, bytes)) await file.write(frame);
  };
  return {
    async section(section, bytes) {
      await put(JSON.stringify(section), section.companyId, bytes);
      sections += 1;
    },
    async finish(sequences) {
      const end: End = { sections, sequences };
      await put(END, 0, once(Buffer.from(JSON.stringify(end))));
      await file.sync();
      await file.close();
      await rename(draft, path);
    },
    async abandon() {
      await file.close();
      await rm(draft, { force: true });
    },
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export interface ArchiveReader {
  readonly header: Header;
  /** Passes every section's bytes to `take`, in order; returns the end record. @throws AppError BACKUP_DAMAGED */
  sections(
    keyOf: BackupKeyOf,
    take: (section: Section, bytes: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<End>;
  close(): Promise<void>;
}

/** @throws AppError BACKUP_DAMAGED for a file that is not an archive */
export async function readArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, 'r');
  const { line, read } = reader(file);
  const first = await line();
  const header = parse(headerSchema, first);
  const digest = createHash('sha256').update(first).digest();
  return {
    header,
    async sections(keyOf, take) {
      for (let count = 0; ; count += 1) {
        const name = await line();
        if (name === END) {
          const bytes = await collected(openFrames(sectionKey(keyOf(0), digest, name), read));
          const end = parse(endSchema, bytes.toString('utf8'));
          if (end.sections !== count) throw damaged();
          return end;
        }
        const section = parse(sectionSchema, name);
        await take(section, openFrames(sectionKey(keyOf(section.companyId), digest, name), read));
      }
    },
    close: () => file.close(),
  };
}

function parse<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
}

async function collected(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

const READ_BYTES = 1024 * 1024;

/** Reads lines and exact lengths from a file, with read-ahead. */
function reader(file: FileHandle): { line: () => Promise<string>; read: ReadExactly } {
  let held = Buffer.alloc(0);
  const fill = async () => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES);
    if (bytesRead === 0) throw damaged();
    held = Buffer.concat([held, buffer.subarray(0, bytesRead)]);
  };
  return {
    async line() {
      let end = held.indexOf('\n');
      for (; end < 0; end = held.indexOf('\n')) await fill();
      const text = held.toString('utf8', 0, end);
      held = held.subarray(end + 1);
      return text;
    },
    async read(bytes) {
      while (held.length < bytes) await fill();
      const taken = held.subarray(0, bytes);
      held = held.subarray(bytes);
      return taken;
    },
  };
}
