// Takes the picture of the README from a vault that runs with demo data (`make run`, `make demo`):
// PIIVAULT_DEMO_EMAIL=… PIIVAULT_DEMO_PASSWORD=… node scripts/tests/e2e/screenshot.ts [address]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@pii-vault/contract/client';
import type { Page } from 'playwright-core';
import { signInByApi } from '../running-vault/api-partner.ts';
import { openWindow, startBrowser } from './walk/browser.ts';
import { signIn } from './walk/screens.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PICTURE = join(ROOT, 'deploy/images/console.png');
const COMPANY = 1;
/** Number of rows of the list in the picture. */
const ROWS_IN_VIEW = 12;

/** Finds a person with every field and a link to another company. */
async function pickPerson(client: Client): Promise<number> {
  const people = await client.call('GET /individuals', {
    query: { companyId: COMPANY, limit: ROWS_IN_VIEW, sort: '-updatedAt' },
  });
  const [most] = people.toSorted(
    (a, b) =>
      b.linkedCompaniesCount - a.linkedCompaniesCount || b.completenessPercentage - a.completenessPercentage,
  );
  if (most === undefined) throw new Error('The vault has no people: run `make demo` first');
  return most.id;
}

async function showPerson(page: Page, id: number): Promise<void> {
  await page.goto(`/individuals?company=${COMPANY}&selected=${id}`);
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: `IND_${id}` })
    .waitFor();
  await page.waitForLoadState('networkidle');
}

const address =
  process.argv[2] ?? `http://localhost:${(await readFile(join(ROOT, '.data/port'), 'utf8')).trim()}`;
const { PIIVAULT_DEMO_EMAIL: email, PIIVAULT_DEMO_PASSWORD: password } = process.env;
if (email === undefined || password === undefined)
  throw new Error('Set PIIVAULT_DEMO_EMAIL and PIIVAULT_DEMO_PASSWORD: `make demo` prints them');

const person = await pickPerson(await signInByApi(address, { email, password }));
const browser = await startBrowser();
try {
  const { page } = await openWindow(browser, address);
  await page.goto('/');
  await signIn(page, { email, password });
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await showPerson(page, person);
  await page.screenshot({ path: PICTURE });
  process.stdout.write(`${PICTURE}\n`);
} finally {
  await browser.close();
}
