import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Fault {
  readonly file: string;
  /** Stands once in the file. */
  readonly was: string;
  readonly becomes: string;
  /** What the product would do wrong. */
  readonly harm: string;
  /** Tests to run, where imports do not lead from the file to them, as for SQL. */
  readonly tests?: readonly string[];
}

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>;
  }>;
}

/**
 * Plants the faults of faults.json one after the other and prints which test finds each: `main.ts [from] [to]`, numbers
 * from 1. Exits with 1 when one is not found. Changes files of the checkout and restores them: run it in a clean one.
 */
const FAULTS: readonly Fault[] = JSON.parse(readFileSync(new URL('faults.json', import.meta.url), 'utf8'));
const [from = 1, to = FAULTS.length] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
let missed = 0;
for (const [n, fault] of FAULTS.entries()) {
  if (n + 1 < from || n + 1 > to) continue;
  const finder = plant(fault);
  if (finder === undefined) missed += 1;
  console.log(`${n + 1} | ${fault.file} | ${fault.harm} | ${finder ?? 'NOT FOUND'}`);
}
rmSync(folder, { recursive: true });
process.exitCode = missed === 0 ? 0 : 1;

/** The first test that fails with the fault. */
function plant(fault: Fault): string | undefined {
  const text = readFileSync(fault.file, 'utf8');
  const parts = text.split(fault.was);
  if (parts.length !== 2) throw new Error(`${fault.file}: "${fault.was}" must stand there once`);
  if (execFileSync('git', ['status', '--porcelain', fault.file]).length > 0)
    throw new Error(`${fault.file} has changes: commit them first`);
  try {
    writeFileSync(fault.file, parts.join(fault.becomes));
    return firstFailure(fault);
  } finally {
    writeFileSync(fault.file, text);
  }
}

/** Runs the nearest tests first: of the folder, of the area, of the service, and then all that import the file. */
function firstFailure({ file, tests }: Fault): string | undefined {
  if (tests !== undefined) return failureIn(['run', ...tests]);
  const path = file.split('/');
  const src = path.indexOf('src');
  const depths = [...new Set([path.length - 1, src + 2, src])].filter((depth) => depth < path.length);
  for (const depth of depths) {
    const found = failureIn(['run', `${path.slice(0, depth).join('/')}/`]);
    if (found !== undefined) return found;
  }
  return failureIn(['related', '--run', file]);
}

function failureIn(which: readonly string[]): string | undefined {
  const report = join(folder, 'report.json');
  const flags = ['--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`];
  spawnSync('node_modules/.bin/vitest', [...which, ...flags], { stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  rmSync(report);
  // A file without a failed test was stopped after the first failure of another one.
  const found = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.replace(`${process.cwd()}/`, '')}: ${fullName}`),
  );
  const stopped = testResults.find(({ status }) => status === 'failed');
  // It could not even begin, so it says nothing about the fault.
  if (found.length === 0 && stopped !== undefined)
    throw new Error(`${stopped.name} failed without a failed test`);
  return found[0];
}
