import { statSync } from 'node:fs';
import { rename } from 'node:fs/promises';

/** How often is looked whether the file lies where it did, in ms. */
const LOOK_MS = 10_000;

/**
 * Keeps a synchronous sink of this path to the path: when its file was moved, by putAside or by logrotate, what follows goes
 * to a new one. Every thread that writes looks for itself, and only then: who has nothing to say makes no file.
 */
export function followFile(sink: LineSink & { reopen(): void }, path: string): LineSink {
  const fileThere = () => statSync(path, { throwIfNoEntry: false })?.ino;
  let own = fileThere();
  let looked = performance.now();
  function look(): void {
    if (performance.now() - looked < LOOK_MS) return;
    looked = performance.now();
    try {
      if (fileThere() === own) return;
      sink.reopen();
      own = fileThere();
    } catch {
      // The disk is full, or the folder is away: it is tried again.
    }
  }
  return {
    write(line) {
      look();
      return sink.write(line);
    },
  };
}

interface LineSink {
  write(line: string): unknown;
}

/** Moves a file that has grown longer than `mostBytes` to `<path>.1`, in place of the one that was moved before. */
export async function putAside(path: string, mostBytes: number): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && found.size > mostBytes) await rename(path, `${path}.1`);
}
