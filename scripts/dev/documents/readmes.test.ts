import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const text = (path: string) => readFile(new URL(path, root), 'utf8');

/** Contents of the files of a folder and its subfolders; empty if the folder does not exist. */
async function filesIn(folder: string, ends: string): Promise<string[]> {
  const names = await readdir(new URL(folder, root), { recursive: true }).catch(() => []);
  const wanted = names.filter((name) => name.endsWith(ends) && !name.endsWith('.test.ts'));
  return await Promise.all(wanted.map((name) => text(`${folder}/${name}`)));
}

const found = (sources: readonly string[], pattern: RegExp) => [
  ...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name))),
];
const unnamed = (readme: string, names: readonly string[]) =>
  names.filter((name) => !new RegExp(`(?<![A-Za-z_])${name}(?![A-Za-z_])`).test(readme));

const services = ['audit', 'compliance', 'crypto', 'identity', 'lineage', 'tenancy', 'vault'];

describe.each(services)('the README of %s', (service) => {
  const readme = () => text(`services/${service}/README.md`);

  it('names every RPC', async () => {
    const names = found(await filesIn(`proto/piivault/${service}/v1`, '.proto'), /^ *rpc (\w+)/gm);
    expect(names.length).toBeGreaterThan(5);
    expect(unnamed(await readme(), names)).toEqual([]);
  });

  it('names every table', async () => {
    const migrations = (await filesIn(`services/${service}/migrations`, '.sql')).join('\n');
    const made = found([migrations], /^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\w+)/gm);
    const gone = found([migrations], /^DROP TABLE (?:IF EXISTS )?(\w+)/gm);
    const names = made.filter((name) => !gone.includes(name));
    expect(names.length).toBeGreaterThan(2);
    expect(unnamed(await readme(), names)).toEqual([]);
  });

  it('names every event topic', async () => {
    const sources = await filesIn(`services/${service}/src`, '.ts');
    // Advisory locks have the names of tables in the same form; every other such name is a topic.
    const locks = found(sources, /hashtext\('\w+\.(\w+)'\)/g);
    const topics = found(sources, new RegExp(`'${service}\\.([a-z_]+)'`, 'g'));
    const sent = topics.filter((name) => !locks.includes(name));
    expect(sent.length).toBeGreaterThan(0);
    expect(unnamed(await readme(), sent)).toEqual([]);
  });
});
