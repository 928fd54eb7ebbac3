import { access, readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const text = (path: string) => readFile(new URL(path, root), 'utf8');
const lines = (page: string) => page.trimEnd().split('\n');
const exists = (path: string) =>
  access(new URL(path, root)).then(
    () => true,
    () => false,
  );

describe('ARCHITECTURE.md', async () => {
  const page = await text('ARCHITECTURE.md');
  const named = new Set([...page.matchAll(/`((?:[\w@<>.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path));
  const paths = [...named].filter((path) =>
    /^(?:gateway|services|scripts|deploy|charts|web|proto)\//.test(path),
  );

  it('names at least forty paths', () => {
    expect(paths.length).toBeGreaterThan(40);
  });

  it.each(paths.filter((path) => !path.includes('<')))('names the existing path %s', async (path) => {
    expect(await exists(path)).toBe(true);
  });

  it.each([
    ['create, from route to row', 'One create', '9. ', '', 25],
    ['reveal, in the vault', 'One reveal', '## What', 'services/vault/', 15],
  ])('names few files for a %s', (_, from, to, folder, limit) => {
    const walk = page.slice(page.indexOf(`## ${from}`));
    const steps = walk.slice(0, walk.indexOf(`\n${to}`));
    const files = new Set(paths.filter((path) => path.startsWith(folder) && steps.includes(`\`${path}\``)));
    expect(files.size).toBeGreaterThan(10);
    expect(files.size).toBeLessThanOrEqual(limit);
  });

  it('has at most 150 lines', () => {
    expect(lines(page).length).toBeLessThanOrEqual(150);
  });
});

describe('each page of deploy/decisions', async () => {
  const names = (await readdir(new URL('deploy/decisions', root))).filter((name) => name.endsWith('.md'));

  it.each(names)('%s fits one screen and a half, with context, decision and consequences', async (name) => {
    const page = await text(`deploy/decisions/${name}`);
    expect(lines(page).length).toBeLessThanOrEqual(60);
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(800);
    for (const heading of ['Context', 'Decision', 'Consequences'])
      expect(page).toContain(`\n## ${heading}\n`);
  });
});
