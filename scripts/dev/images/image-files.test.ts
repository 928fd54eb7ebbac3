import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Entry points of the containers, which docker-compose.yml, the chart and health checks name. */
const COMMANDS = [
  ...globSync('services/*/src/main.ts', { cwd: ROOT }).filter((file) => !file.startsWith('services/all/')),
  ...globSync('services/all/src/deployment/{main,migrate,kafka-access}.ts', { cwd: ROOT }),
  'services/all/src/operations/deployed.ts',
  'scripts/product/audit-fsck/main.ts',
  'services/platform/src/runtime/health-check/main.ts',
  'gateway/src/main.ts',
];
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+|@pii-vault\/[^']+)'/g;

/** The source file of an import, by the `exports` of its package; undefined for packages of others. */
function importedFile(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(from), name);
  const [, owner = '', path = ''] = /^@pii-vault\/([^/]+)\/(.+)$/.exec(name) ?? [];
  const folder = owner === 'contract' ? 'gateway/contract' : `services/${owner}`;
  return owner === 'proto' ? undefined : `${folder}/src/${path}.ts`;
}

function closureOf(commands: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...commands];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, name = ''] of read(file).matchAll(IMPORT)) {
      const imported = importedFile(file, name);
      if (imported !== undefined && existsSync(join(ROOT, imported))) waiting.push(imported);
    }
  }
  return seen;
}

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), pattern: line.replace(/^!/, '') }));

/** Applies .dockerignore like Docker: a rule matches a path and all below it, and the last match decides. */
function isInContext(file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return rules.findLast(({ pattern }) => paths.some((path) => matchesGlob(path, pattern)))?.isKept ?? true;
}

it('the images contain every source that their commands import', () => {
  const files = [...closureOf(COMMANDS)];
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !isInContext(file))).toEqual([]);
});

/** Packages of others, by static or dynamic import. */
const PACKAGE =
  /(?:^(?:import|export|\}).* from |await import\()'(?!node:|@pii-vault\/|\.)((?:@[\w-]+\/)?[\w.-]+)[^']*'/gm;

const packagesOf = ({ dependencies = {}, optionalDependencies = {} }) => [
  ...Object.keys(dependencies),
  ...Object.keys(optionalDependencies),
];

it('the images install every package that their commands import', () => {
  const [, stage = ''] = /^FROM sources AS packages$(.*?)^FROM /ms.exec(read('Dockerfile')) ?? [];
  const workspaces = [...stage.matchAll(/--workspace=([\w/]+)/g)].map(([, workspace]) => workspace);
  const installed = new Set(
    workspaces.flatMap((folder) => packagesOf(JSON.parse(read(`${folder}/package.json`)))),
  );
  const lacking = [...closureOf(COMMANDS)].flatMap((file) =>
    [...read(file).matchAll(PACKAGE)]
      .filter(([, name = '']) => !installed.has(name))
      .map(([, name]) => `${file} imports ${name}`),
  );
  expect(installed.size).toBeGreaterThan(10);
  expect(lacking).toEqual([]);
});

it('the images contain no tests and no single-machine launcher', () => {
  const left = [
    'services/vault/src/people/records/x.test.ts',
    'services/all/src/launcher/main.ts',
    'gateway/test/x.ts',
  ];
  expect(left.filter(isInContext)).toEqual([]);
});
