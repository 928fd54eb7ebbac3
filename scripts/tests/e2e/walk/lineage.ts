import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { describe, expect, it, vi } from 'vitest';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

const DUPLICATE = 'duplicate_detection';
const SAME_PERSON = 'same_individual';

/** Resolves when matching, which follows the import, has created the relationship. */
async function relationship(walk: Walk, person: number, type: string): Promise<LineageEntry> {
  const api = await walk.api();
  return await vi.waitFor(
    async () => {
      const entries = await api.call('GET /data-lineage/entries', {
        query: { companyId: walk.bank, individualId: person },
      });
      const found = entries.find((entry) => entry.relationshipType === type);
      if (found === undefined) throw new Error(`${entries.length} relationships, none of them ${type}`);
      return found;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Step 4: people who share an identifier are linked, inside a company and across. */
export function lineage(walk: Walk): void {
  describe('4: people who share an identifier', () => {
    it('are linked inside a company, in the table and in the graph', async () => {
      const { page } = walk;
      const [first] = walk.people.twice;
      const { individualId } = await relationship(walk, await walk.customer(first.customer_id), DUPLICATE);
      await screens.goTo(page, 'Data Lineage');
      await page.getByRole('img', { name: /\d relationships/ }).waitFor();
      await walk.expectSound();
      await page.getByRole('searchbox', { name: 'Search' }).fill(String(individualId));
      // The search starts after a pause in the input and dims the rows. axe must not run before it or during it.
      await page.waitForURL(({ searchParams }) => searchParams.get('search') === String(individualId));
      const row = page.getByRole('row', {
        name: new RegExp(`^${individualId} .* Duplicate Detection .*PAN`),
      });
      await row.getByText('Verified').waitFor();
      await row.click();
      // Rows are dimmed until the search is answered.
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await walk.expectSound();
    });

    it('are explained in bits of evidence, without a value of a person', async () => {
      const { page } = walk;
      const panel = page.getByRole('complementary', { name: 'Selected relationship' });
      await panel.getByLabel('Purpose').fill('kyc');
      // The list of purposes covers the button until it closes.
      await panel.getByLabel('Purpose').press('Escape');
      await panel.getByRole('button', { name: 'Show the evidence' }).click();
      await panel.getByText('PAN equal').waitFor();
      await panel.getByText('Both in Walk Bank').waitFor();
      await walk.expectSound();
      const shown = (await page.getByRole('main').textContent()) ?? '';
      const [first] = walk.people.twice;
      expect([first.pan, first.name].filter((value) => shown.includes(value))).toEqual([]);
    });
  });
  acrossCompanies(walk);
}

/** A super admin may reveal in both companies, so the pair shows its comparison levels before anybody verifies it. */
function acrossCompanies(walk: Walk): void {
  describe('4: people that two companies hold', () => {
    it('are linked across companies that agreed to it, from the profile to the evidence', async () => {
      const { page } = walk;
      const person = await walk.customer(walk.people.shared.customer_id);
      await relationship(walk, person, SAME_PERSON);
      await screens.goTo(page, 'Individual Profiles');
      await screens.selectPerson(page, person);
      const profile = page.getByRole('complementary');
      await profile.getByText('at Walk Clinic shares an identifier.').first().waitFor();
      await walk.expectSound();
      await profile.getByRole('link', { name: 'See evidence' }).first().click();
      const panel = page.getByRole('complementary', { name: 'Selected relationship' });
      await panel.getByText('Walk Bank and Walk Clinic').waitFor();
      await panel.getByText('PAN equal').waitFor();
      await walk.expectSound();
    });

    it('are verified for both companies by a super_admin', async () => {
      const { page } = walk;
      const panel = page.getByRole('complementary', { name: 'Selected relationship' });
      await panel.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
      await panel.getByText('Verified', { exact: true }).first().waitFor();
      await walk.expectSound();
    });
  });
}
