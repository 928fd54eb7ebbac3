import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ToldPerson } from '../load/told.ts';
import { type Finding, findingOf } from './finding.ts';

const run = promisify(execFile);
const SHORTEST = 8;

/** Looks for everything that clients sent, as sent and as written down, in every file under these folders. */
export async function checkLeaks(
  people: Iterable<ToldPerson>,
  folders: readonly string[],
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-values-'));
  try {
    const patterns = join(folder, 'values');
    await writeFile(patterns, [...valuesOf(people)].join('\n'));
    const { stdout } = await run('grep', ['-rlaF', '-f', patterns, ...folders], {
      maxBuffer: 16 * 1024 * 1024,
    }).catch((error: { code?: number; stdout?: string }) => {
      // 1: nothing found. 2 with findings: a file went away meanwhile.
      if (error.code === 1 || error.code === 2) return { stdout: error.stdout ?? '' };
      throw error;
    });
    const files = stdout.split('\n').filter((line) => line !== '');
    return findingOf('no readable value in a file', 'files with a value that was sent', files);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function valuesOf(people: Iterable<ToldPerson>): Set<string> {
  const values = new Set<string>();
  for (const person of people) {
    values.add(person.externalId);
    for (const [type, said] of person.values)
      for (const { value } of said) {
        values.add(value);
        if (type === 'phone') values.add(value.slice(-10));
      }
  }
  return new Set([...values].filter((value) => value.length >= SHORTEST));
}
