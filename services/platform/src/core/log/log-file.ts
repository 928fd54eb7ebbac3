import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The owner writes, the group may read (a log collector), others see nothing. */
export const LOG_FILE_MODE = 0o640;
const LOG_FOLDER_MODE = 0o750;

/** Creates a folder for logs only, and restricts one that an earlier version left readable by all. */
export async function openLogFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: LOG_FOLDER_MODE });
  await chmod(folder, LOG_FOLDER_MODE);
}

/** Prepares a log file: creates its folder if missing, and restricts a file that was readable by all. */
export function prepareLogFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: LOG_FOLDER_MODE });
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true && (found.mode & 0o137) !== 0) chmodSync(path, LOG_FILE_MODE);
  } catch {
    // A log that cannot be written must not end the process: the sink retries the path itself.
  }
}

/** Interval between checks whether the file was moved, in ms. */
const LOOK_MS = 10_000;

/**
 * Makes a synchronous sink follow its path: when the file was moved, by putAside or by logrotate, later lines go to a
 * new file. Each thread checks only when it writes, so a thread without log lines creates no file.
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
      prepareLogFile(path);
      sink.reopen();
      own = fileThere();
    } catch {
      // The disk is full, or the folder is missing: retry later.
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

/** Moves a file larger than `mostBytes` to `<path>.1`, replacing the previous one. */
export async function putAside(path: string, mostBytes: number): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && found.size > mostBytes) await rename(path, `${path}.1`);
}
