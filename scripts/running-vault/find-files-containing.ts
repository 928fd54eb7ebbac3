import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SHORTEST = 8;

/**
 * The files under these folders, and behind links in them, that have one of the values of eight characters or more.
 * @throws Error when a folder is not there, or a file could not be read for another reason than that it went away meanwhile
 */
export async function filesWith(values: Iterable<string>, folders: readonly string[]): Promise<string[]> {
  for (const folder of folders) await stat(folder);
  const own = await mkdtemp(join(tmpdir(), 'pii-vault-values-'));
  try {
    const patterns = join(own, 'values');
    const long = new Set([...values].filter((value) => value.length >= SHORTEST));
    await writeFile(patterns, [...long].join('\n'));
    // A part's folder may be a link (-R); bytes, whatever they are in the reader's language (LC_ALL).
    const { stdout } = await run('grep', ['-RlaF', '-D', 'skip', '-f', patterns, '--', ...folders], {
      maxBuffer: 16 * 1024 * 1024,
      env: { ...process.env, LC_ALL: 'C' },
    }).catch((error: GrepError) => {
      if (isBroken(error)) throw new Error(`Not every file could be searched: ${error.stderr ?? ''}`);
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

/** 1: nothing found. 2: files that could not be read, each in a line; one that went away meanwhile is none of ours. */
function isBroken({ code, stderr = '' }: GrepError): boolean {
  const troubles = stderr.split('\n').filter((line) => line !== '');
  return (
    code !== 1 && (code !== 2 || !troubles.every((line) => line.endsWith(': No such file or directory')))
  );
}
