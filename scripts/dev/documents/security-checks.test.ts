import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);

it('each row of the security checks names a test that exists', async () => {
  const page = await readFile(new URL('deploy/security-checks.md', ROOT), 'utf8');
  const tests = [...page.matchAll(/\| `([^`]+)` \|$/gm)].map(([, file = '']) => file);
  expect(tests.length).toBeGreaterThan(30);
  expect(tests.filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([]);
});

it('the security checks cover every chapter of ASVS 5.0', async () => {
  const page = await readFile(new URL('deploy/security-checks.md', ROOT), 'utf8');
  const chapters = [...page.matchAll(/^## V(\d+) /gm)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
});
