import { type FileHandle, mkdir, open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { allLines, type LineStore } from './line-store.ts';

/** Lines of a file, which appears with the first append. */
export function fileLines(path: string): LineStore {
  const store: LineStore = {
    place: path,
    async append(compose) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a+', 0o600);
      try {
        const lines = await compose(linesFromEnd(file));
        const start = (await endsInsideLine(file)) ? '\n' : '';
        await file.appendFile(start + asText(lines));
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async *newestFirst() {
      const file = await open(path, 'r').catch(orNothing);
      if (file === undefined) return;
      try {
        yield* linesFromEnd(file);
      } finally {
        await file.close();
      }
    },
    async *oldestFirst() {
      const file = await open(path, 'r').catch(orNothing);
      if (file === undefined) return;
      let rest = '';
      for await (const chunk of file.createReadStream({ encoding: 'utf8' })) {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        yield* lines.filter((line) => line !== '');
      }
      if (rest !== '') yield rest;
    },
    async replaceStart(plan, stillHeld) {
      const was = await markOf(path);
      const lines = await allLines(store);
      const start = plan(lines);
      if (start === undefined) return false;
      return await replace(path, asText([start.by, ...lines.slice(start.count)]), async () => {
        await stillHeld();
        return (await markOf(path)) === was;
      });
    },
    async moveAside(count, suffix) {
      const kept = (await allLines(store)).slice(0, count);
      const aside = `${path}${suffix}`;
      await rename(path, aside);
      await writeFile(path, asText(kept), { mode: 0o600, flush: true });
      return aside;
    },
    moveBack: (aside) => rename(aside, path),
  };
  return store;
}

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Changes when a process appends to the file or replaces it. */
async function markOf(path: string): Promise<string> {
  const { ino, size } = await stat(path).catch((error) => orNothing(error) ?? { ino: 0, size: 0 });
  return `${ino}:${size}`;
}

/** Replaces the file atomically. @returns false when the file must not be replaced */
async function replace(path: string, content: string, isAsRead: () => Promise<boolean>): Promise<boolean> {
  const next = await open(`${path}.next`, 'w', 0o600);
  try {
    await next.writeFile(content);
    await next.sync();
  } finally {
    await next.close();
  }
  if (!(await isAsRead())) return false;
  await rename(`${path}.next`, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
  return true;
}

/** Read size: many lines of about 300 bytes. */
const CHUNK_BYTES = 16 * 1024;
const NEWLINE = 0x0a;

async function* linesFromEnd(file: FileHandle): AsyncGenerator<string> {
  let { size: start } = await file.stat();
  let held = Buffer.alloc(0);
  while (start > 0) {
    const length = Math.min(CHUNK_BYTES, start);
    start -= length;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
    held = Buffer.concat([buffer, held]);
    for (let at = held.lastIndexOf(NEWLINE); at >= 0; at = held.lastIndexOf(NEWLINE)) {
      const line = held.toString('utf8', at + 1);
      held = held.subarray(0, at);
      if (line !== '') yield line;
    }
  }
  if (held.length > 0) yield held.toString('utf8');
}

async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
