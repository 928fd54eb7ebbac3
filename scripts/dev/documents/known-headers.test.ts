import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const COPIES = [
  'services/vault/src/imports/known-headers.ts',
  'web/src/features/imports/rules/known-headers.ts',
];

/** The list of headers and its shared rules; the vault has further rules below. */
async function sharedPart(path: string): Promise<string> {
  const text = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const from = text.indexOf('/** What a header says');
  const last = text.indexOf('export const ownExportTarget');
  return text.slice(from, text.indexOf('};', last));
}

it('the console and the vault have the same list of import headers', async () => {
  const [vault = '', web] = await Promise.all(COPIES.map(sharedPart));
  expect(vault).toContain('const KNOWN');
  expect(web).toBe(vault);
});
