import { expect } from 'vitest';
import { button, open } from './acts.ts';
import { type Act, describeActs, SUFFIX } from './entry-acts.ts';
import { makeOwnUser } from './own-user.ts';
import type { Tour } from './tour.ts';

const PATH = '/imports?company=1';
const TITLE = 'Imports';
const FILE = `paused-${SUFFIX}.csv`;
/** Rows that one transaction writes. */
const BATCH = 200;
/** Rows with the external id of an earlier row but other data: more than the company allows a day. */
const OTHERS = 2 * BATCH - 1;
/** Rows that no budget counts: a batch may be in progress when the vault finds the limit. */
const INVALID = BATCH;

const row = (externalId: string, name: string, pan: string) => `${externalId}-${SUFFIX},${name},${pan}`;
const pan = (holder: string, at: number) => `AAAP${holder}${String(1_000 + at)}C`;

const CSV = [
  'external_id,name,pan',
  row('P1', 'Tara Sen', pan('S', 0)),
  ...Array.from({ length: OTHERS }, (_, at) => row('P1', 'Tara Sen', pan('T', at))),
  ...Array.from({ length: INVALID }, () => row('P2', 'Uma Bose', 'NO-PAN')),
  row('P2', 'Uma Bose', pan('B', 1)),
  row('P3', 'Vina Roy', pan('R', 2)),
].join('\n');

async function stored(tour: Tour, id: number) {
  const { api } = await tour.as('super_admin');
  return await api.call('GET /imports/{id}', { params: { id } });
}

/** Starts an import that exceeds its administrator's daily limit. */
async function pause(tour: Tour): Promise<number> {
  const { api } = await makeOwnUser(tour, 'imports', 'admin');
  const query = { companyId: 1, purpose: 'kyc', fileName: FILE };
  const { id } = await api.call('POST /imports', { query, contentType: 'text/csv', body: CSV });
  await expect.poll(async () => (await stored(tour, id)).status).toBe('paused');
  return id;
}

const acts: Readonly<Record<string, Act>> = {
  'an import that reached a limit pauses with its reason, and completes when another person tries it': async (
    tour,
  ) => {
    const id = await pause(tour);
    const paused = await stored(tour, id);
    // The vault finds the limit while it writes the rows that no budget counts.
    expect(paused.processed).toBeGreaterThan(OTHERS);
    expect(paused.processed).toBeLessThanOrEqual(OTHERS + 1 + INVALID);
    expect(paused).toMatchObject({
      statusReason: 'CONFLICT_BUDGET_SPENT',
      accepted: 1,
      nextTryAt: expect.any(String),
    });
    const page = await open(tour, PATH, TITLE);
    const listed = page.getByRole('row', { name: FILE });
    await listed.getByText('Paused', { exact: true }).waitFor();
    await listed.click();
    await page
      .getByText(
        /^Too many rows have an external ID of another person.* another user tries it now\. Next attempt at /,
      )
      .waitFor();
    await button(page, 'Stop import').waitFor();
    await button(page, 'Try now').click();
    // The toast of the completed import may replace that of the attempt.
    await page.getByText(`Stored: 3. Rejected rows: ${OTHERS + INVALID}.`).waitFor();
    await listed.getByText('Done', { exact: true }).waitFor();
    expect(await button(page, 'Try now').count()).toBe(0);
    const { api } = await tour.as('super_admin');
    expect(await stored(tour, id)).toMatchObject({
      status: 'done',
      processed: OTHERS + INVALID + 3,
      accepted: 3,
      rejected: OTHERS + INVALID,
      nextTryAt: null,
    });
    const [error] = await api.call('GET /imports/{id}/errors', { params: { id }, query: { limit: 1 } });
    expect(error).toMatchObject({ column: 'external_id', reason: 'IDENTITY_CONFLICT' });
    const query = { companyId: 1, action: 'import_retry', limit: 1 } as const;
    await expect
      .poll(async () => (await api.call('GET /audit-trail', { query }))[0])
      .toMatchObject({ actorName: 'Asha Rao', details: { objectIds: { importId: String(id) } } });
  },
};

/** Checks an import that the vault pauses. */
export function pausedImports(tour: Tour): void {
  describeActs(tour, '/imports, paused', acts);
}
