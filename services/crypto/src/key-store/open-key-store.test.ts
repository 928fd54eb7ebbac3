import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const SOURCES = new URL('../', import.meta.url);
const OPTIONAL = /from '(?:pkcs11js|@aws-sdk\/[^']+)'|import\('(?:pkcs11js|@aws-sdk\/[^']+)'\)/g;

/** Lines that mention a dependency of only one key store. */
async function linesNaming(): Promise<string[]> {
  const names = await readdir(SOURCES, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = await Promise.all(sources.map((name) => readFile(new URL(name, SOURCES), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter((line) => line.search(OPTIONAL) >= 0));
}

// pkcs11js is compiled on request only: a start without a token must not load it.
it('loads the clients of token and cloud on demand, by import() only (types excepted)', async () => {
  const lines = await linesNaming();
  const loading = lines.filter((line) => !/^import type |^(?:export )?type /.test(line));
  expect(loading.every((line) => line.includes('await import('))).toBe(true);
  expect(loading).toHaveLength(2);
  expect(lines.length).toBeGreaterThan(loading.length);
});
