import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { longFile } from './long-files.ts';
import { longFunctions } from './long-functions.ts';

/** Lists files and functions of the checkout that are too long; exits with 1 if there are any. */
const listed = [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '*.ts',
  '*.tsx',
  '*.proto',
  '*.yaml',
];
const paths = execFileSync('git', listed, { encoding: 'utf8' }).trim().split('\n').filter(existsSync);
const found = paths.flatMap((path) => {
  const source = readFileSync(path, 'utf8');
  return [...longFile(path, source), ...(/\.tsx?$/.test(path) ? longFunctions(path, source) : [])];
});
for (const line of found) console.error(line);
if (paths.length < 100)
  throw new Error(`Only ${paths.length} files were found: run this in the folder of the checkout`);
process.exitCode = found.length === 0 ? 0 : 1;
