import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const services = new URL('../services/', import.meta.url);
const names = ['audit', 'compliance', 'crypto', 'identity', 'lineage', 'platform', 'tenancy', 'vault'];

interface SqlFile {
  readonly name: string;
  readonly text: string;
}

async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const found = await readdir(new URL(folder, services)).catch(() => []);
  const wanted = found.filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    wanted.map(async (name) => ({ name, text: await readFile(new URL(folder + name, services), 'utf8') })),
  );
}

/** Names in CREATE FUNCTION, also in a string that format() completes (`roll_up_people_%1$s`). */
const definedIn = ({ text }: SqlFile) =>
  [...text.matchAll(/CREATE (OR REPLACE )?FUNCTION (\w+)/g)].map(([, replaces, name = '']) => ({
    replaces: replaces !== undefined,
    name,
  }));

describe.each(names)('the migrations of %s', (service) => {
  it('are numbered without a gap, and create no function', async () => {
    const files = await sqlFiles(`${service}/migrations/`);
    expect(files.map(({ name }) => Number(name.slice(0, 4)))).toEqual(files.map((_, n) => n + 1));
    expect(files.flatMap(definedIn)).toEqual([]);
  });

  it('have each SQL function once, in the file of its name, replace it, and create its triggers once', async () => {
    for (const file of await sqlFiles(`${service}/migrations/functions/`)) {
      const own = file.name.slice(0, -'.sql'.length);
      expect(definedIn(file), file.name).toEqual([
        { replaces: true, name: expect.stringMatching(`^${own}_?$`) },
      ]);
      // A trigger that is replaced locks its table against writers.
      expect(file.text, file.name).not.toMatch(/REPLACE TRIGGER/);
      const triggers = file.text.match(/CREATE TRIGGER/g) ?? [];
      expect(file.text.match(/ ensure_trigger\('/g) ?? [], file.name).toHaveLength(triggers.length);
    }
  });
});
