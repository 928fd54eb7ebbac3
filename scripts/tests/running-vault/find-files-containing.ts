import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SHORTEST = 8;

/**
 * Files under the folders that contain a value of at least eight characters. Follows symbolic links.
 * @throws Error if a folder does not exist or a file cannot be read, unless the file was deleted meanwhile
 */
export async function findFilesContaining(
  values: Iterable<string>,
  folders: readonly string[],
): Promise<string[]> {
  for (const folder of folders) await stat(folder);
  // -R follows symbolic links.
  return await grep(values, ['-RlaF', '-D', 'skip'], folders);
}

interface Surroundings {
  readonly value: string;
  /** The value with up to 60 bytes before and after it, those that are not printable as dots. */
  readonly text: string;
}

/**
 * What surrounds the values in a file, for a report on generated values only. Digits inside a trace context can be
 * chance: of 3,000,000 random ones 3 contained one of the 36,000 phone numbers of a fault run of ten minutes.
 */
export async function surroundingsOf(values: Iterable<string>, file: string): Promise<Surroundings[]> {
  const found = new Set(await grep(values, ['-oahF'], [file]));
  // The file may have been deleted meanwhile.
  if (found.size === 0) return [];
  const content = await readFile(file);
  return [...found].map((value) => {
    const at = content.indexOf(value);
    const text = content.subarray(Math.max(0, at - 60), at + value.length + 60).toString('latin1');
    return { value, text: text.replace(/[^ -~]/g, '.') };
  });
}

/** Lines that grep prints, with the values of at least eight characters as patterns. */
async function grep(
  values: Iterable<string>,
  options: readonly string[],
  places: readonly string[],
): Promise<string[]> {
  const own = await mkdtemp(join(tmpdir(), 'pii-vault-values-'));
  try {
    const patterns = join(own, 'values');
    const long = new Set([...values].filter((value) => value.length >= SHORTEST));
    await writeFile(patterns, [...long].join('\n'));
    // LC_ALL=C compares bytes, independent of the locale.
    const { stdout } = await run('grep', [...options, '-f', patterns, '--', ...places], {
      maxBuffer: 16 * 1024 * 1024,
      env: { ...process.env, LC_ALL: 'C' },
    }).catch((error: GrepError) => {
      if (isBroken(error)) throw new Error(`grep could not search every file: ${error.stderr ?? ''}`);
      return { stdout: error.stdout ?? '' };
    });
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    await rm(own, { recursive: true });
  }
}

interface GrepError {
  readonly code?: number | string;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Exit code 1: nothing found. 2: a line for each unreadable file; files that were deleted meanwhile do not count. */
function isBroken({ code, stderr = '' }: GrepError): boolean {
  const troubles = stderr.split('\n').filter((line) => line !== '');
  return (
    code !== 1 && (code !== 2 || !troubles.every((line) => line.endsWith(': No such file or directory')))
  );
}
