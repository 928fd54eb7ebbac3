import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const COPIES = [
  'services/vault/src/imports/known-headers.ts',
  'web/src/features/imports/rules/known-headers.ts',
];

/** From the list of headers to the end of its rules, of which the vault has more. */
async function sharedPart(path: string): Promise<string> {
  const text = await readFile(new URL(`../${path}`, import.meta.url), 'utf8');
  const from = text.indexOf('/** What a header says');
  const last = text.indexOf('export const ownExportTarget');
  return text.slice(from, text.indexOf('};', last));
}

it('the console reads the headers of a file as the vault does', async () => {
  const [vault = '', web] = await Promise.all(COPIES.map(sharedPart));
  expect(vault).toContain('const KNOWN');
  expect(web).toBe(vault);
});
