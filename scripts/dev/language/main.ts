import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { commentFaults, phraseFaults, readmeFaults, subjectFaults } from './rules.ts';

/** Lists comments, phrases, READMEs and commit subjects that violate the style guide; exits with 1 if there are any. */
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n');

/** Subjects are checked after this commit, whose own has 73 characters and was shared before the check had run. */
const SUBJECTS_SINCE = '92956ec3';

/** Subjects of later commits; none in a shallow clone without SUBJECTS_SINCE. */
function subjects(): string[] {
  try {
    return git('log', '--no-merges', '--format=%s', `${SUBJECTS_SINCE}..HEAD`).filter((line) => line !== '');
  } catch {
    console.error(`This clone lacks commit ${SUBJECTS_SINCE}: skipping the check of commit subjects.`);
    return [];
  }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const paths = git('ls-files', '--cached', '--others', '--exclude-standard').filter(isFile);
const found = [
  ...paths
    .filter((path) => !/\.(md|json|svg|png|webp|gz)$/.test(path))
    .flatMap((path) => commentFaults(path, readFileSync(path, 'utf8'))),
  ...paths
    .filter((path) => !/\.(svg|png|webp|gz)$/.test(path))
    .flatMap((path) => phraseFaults(path, readFileSync(path, 'utf8'))),
  ...paths
    .filter((path) => /(^|\/)README\.md$/.test(path))
    .flatMap((path) => readmeFaults(path, readFileSync(path, 'utf8'))),
  ...subjects().flatMap(subjectFaults),
];
for (const line of found) console.error(line);
if (paths.length < 100) throw new Error(`Only ${paths.length} files were found: run this in the checkout`);
process.exitCode = found.length === 0 ? 0 : 1;
