import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartReadme } from './chart-values.ts';

/**
 * Lists documents that name what does not exist, or lack what they must name; exits with 1 if there are any. --write
 * writes the one that is made from another file.
 */
const read = (path: string) => readFileSync(path, 'utf8');
const texts = (pattern: string) =>
  globSync(pattern)
    .filter((path) => !path.endsWith('.test.ts'))
    .map(read);
const names = (sources: readonly string[], pattern: RegExp) => [
  ...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name))),
];
const ROOTS = /^(?:gateway|services|scripts|deploy|charts|web|proto)\//;
const OWN_ROOTS = /^(?:src|test|migrations)\//;
const PAGE = { lines: 150 };
const CHART_VALUES = { lines: 350 };
const CHART_README = 'charts/pii-vault/README.md';
/** A screen and a half. */
const DECISION = { lines: 60, words: 800 };

function sizeFaults(path: string, { lines, words }: { lines: number; words?: number }): string[] {
  const text = read(path);
  const [has, said] = [text.trimEnd().split('\n').length, text.split(/\s+/).length];
  return [
    ...(has > lines ? [`${path}: ${has} lines, ${lines} at most`] : []),
    ...(words !== undefined && said > words ? [`${path}: ${said} words, ${words} at most`] : []),
  ];
}

/** Files and folders that a page names, from the root of the checkout or of the page's own service. */
function pathFaults(page: string): string[] {
  const own = /^(?:services\/)?\w+\//.exec(page)?.[0];
  return names([read(page)], /`((?:[\w@<>.-]+\/)+[\w.-]*)`/g)
    .filter((name) => !name.includes('<'))
    .filter(
      (name) =>
        (ROOTS.test(name) && !existsSync(name)) ||
        (own !== undefined && OWN_ROOTS.test(name) && !existsSync(join(own, name))),
    )
    .map((name) => `${page}: there is no ${name}`);
}

function decisionFaults(path: string): string[] {
  const text = read(path);
  const headings = ['Context', 'Decision', 'Consequences'].filter((name) => !text.includes(`\n## ${name}\n`));
  return [...sizeFaults(path, DECISION), ...headings.map((name) => `${path}: there is no heading ${name}`)];
}

/** The README of a service names its RPCs, tables and event topics. */
function serviceFaults(service: string): string[] {
  const folder = `services/${service}`;
  const migrations = texts(`${folder}/migrations/**/*.sql`);
  const made = names(migrations, /^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\w+)/gm);
  const dropped = new Set(names(migrations, /^DROP TABLE (?:IF EXISTS )?(\w+)/gm));
  const sources = texts(`${folder}/src/**/*.ts`);
  // Advisory locks have the names of tables in the same form; every other such name is a topic.
  const locks = new Set(names(sources, /hashtext\('\w+\.(\w+)'\)/g));
  const readme = read(`${folder}/README.md`);
  const expected = {
    RPC: names(texts(`proto/piivault/${service}/v1/*.proto`), /^ *rpc (\w+)/gm),
    table: made.filter((name) => !dropped.has(name)),
    'event topic': names(sources, new RegExp(`'${service}\\.([a-z_]+)'`, 'g')).filter(
      (name) => !locks.has(name),
    ),
  };
  return Object.entries(expected).flatMap(([what, known]) => {
    if (known.length === 0)
      return [`${folder}: no ${what} was found: is the pattern of this check outdated?`];
    return known
      .filter((name) => !new RegExp(`(?<![A-Za-z_])${name}(?![A-Za-z_])`).test(readme))
      .map((name) => `${folder}/README.md: the ${what} ${name} is not named`);
  });
}

/** Each row of the security checks names an existing test, and every chapter of ASVS 5.0 is there. */
function securityFaults(path: string): string[] {
  const tests = names([read(path)], /\| `([^`]+)` \|$/gm);
  const chapters = new Set(names([read(path)], /^## V(\d+) /gm).map(Number));
  const expected = Array.from({ length: 17 }, (_, at) => at + 1);
  return [
    ...tests.filter((file) => !existsSync(file)).map((file) => `${path}: there is no test ${file}`),
    ...expected
      .filter((chapter) => !chapters.has(chapter))
      .map((chapter) => `${path}: chapter V${chapter} is missing`),
  ];
}

/** Each row of the specification's tests names an existing file, and a title or key that stands in it. */
function specificationFaults(path: string): string[] {
  const rows = [...read(path).matchAll(/\| `([^`]+)` \| (.+) \|$/gm)];
  if (rows.length === 0) return [`${path}: no row names a test`];
  return rows.flatMap(([, file = '', title = '']) => {
    if (!existsSync(file)) return [`${path}: there is no test ${file}`];
    return read(file).includes(title) ? [] : [`${path}: ${file} has no test "${title}"`];
  });
}

const readme = chartReadme(read('charts/pii-vault/values.yaml'));
if (process.argv.includes('--write')) writeFileSync(CHART_README, readme);

const decisions = globSync('deploy/decisions/*.md');
if (decisions.length === 0) throw new Error('No decisions were found: run this in the checkout');
const pages = globSync(['*.md', '{gateway,services,web,scripts,deploy,charts,proto}/**/*.md'], {
  exclude: (path) => path.includes('node_modules'),
});
const found = [
  ...sizeFaults('ARCHITECTURE.md', PAGE),
  ...pages.flatMap(pathFaults),
  ...decisions.flatMap(decisionFaults),
  ...['audit', 'compliance', 'crypto', 'identity', 'lineage', 'tenancy', 'vault'].flatMap(serviceFaults),
  ...securityFaults('deploy/security-checks.md'),
  ...specificationFaults('deploy/specification.md'),
  ...sizeFaults('charts/pii-vault/values.yaml', CHART_VALUES),
  ...(read(CHART_README) === readme
    ? []
    : [`${CHART_README}: differs from values.yaml: node scripts/dev/documents/main.ts --write`]),
];
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;
