import { describe, expect, it } from 'vitest';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

/** Far more than the first file takes on a busy machine. */
const IMPORT_MS = 240_000;

/** Step 2: creates two companies and a link agreement, and imports their people from files. */
export function companiesAndImports(walk: Walk): void {
  companies(walk);
  imports(walk);
}

export function companies(walk: Walk): void {
  describe('2: two companies', () => {
    it('are created in the dialog', async () => {
      const { page } = walk;
      await page.getByRole('link', { name: 'Create a company' }).first().click();
      await page.getByRole('dialog', { name: 'Create New Company' }).waitFor();
      await walk.expectSound();
      await screens.createCompany(page, 'Walk Bank', 'BANK', 'Primary');
      await page.getByRole('button', { name: 'Add Company' }).click();
      await screens.createCompany(page, 'Walk Clinic', 'CLINIC', 'Healthcare');
      await page.getByRole('row', { name: /Walk Clinic/ }).waitFor();
      await walk.expectSound();
    });

    it('may link them for a purpose', async () => {
      const { page } = walk;
      await page.getByRole('button', { name: 'Link companies' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Let two companies link their people' });
      await dialog.getByLabel('Company', { exact: true }).selectOption({ label: 'Walk Bank' });
      await dialog.getByLabel('Other company').selectOption({ label: 'Walk Clinic' });
      await dialog.getByLabel('Purpose').fill('fraud_prevention');
      await walk.expectSound();
      await dialog.getByLabel('Minutes until new links are shown').fill('0');
      await dialog.getByText('Health data take part').click();
      await dialog.getByRole('button', { name: 'Let them link' }).click();
      await page.getByRole('row', { name: /Fraud prevention.*In force/ }).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      await walk.expectSound();
    });
  });
}

function imports(walk: Walk): void {
  describe('2: their people', () => {
    it('are imported from a file with mapped columns, with progress until the end', async () => {
      const { page } = walk;
      await screens.chooseCompany(page, 'Walk Bank');
      await screens.goTo(page, 'Individual Profiles');
      await page.getByText('No individuals yet').waitFor();
      await walk.expectSound();
      await page.getByRole('link', { name: 'Import people' }).click();
      await screens.chooseFile(page, 'bank-customers.csv', walk.people.bank.csv);
      const taxNumber = page.getByLabel('Column Tax No is');
      expect(await taxNumber.inputValue(), 'no column type was chosen').toBe('');
      await taxNumber.selectOption({ label: 'PAN' });
      expect(await page.getByText(walk.people.bank.rows[0]?.address ?? '').count()).toBe(0);
      await walk.expectSound();
      await screens.startImport(page);
      await page.getByText(/\d% · [\d,]+ people\/s · .* left/).waitFor();
      await walk.expectSound();
      const all = walk.people.bank.rows.length.toLocaleString('en-IN');
      await page
        .getByText(`All people in the file are stored: ${all} people`)
        .waitFor({ timeout: IMPORT_MS });
      await walk.expectSound();
    });

    it('are stored, except a rejected row with its reason', async () => {
      const { page } = walk;
      await screens.chooseCompany(page, 'Walk Clinic');
      await page.getByRole('button', { name: 'New import' }).first().click();
      await screens.chooseFile(page, 'clinic-patients.csv', walk.people.clinic.csv);
      await screens.startImport(page);
      await page.getByText(`Stored: ${walk.people.clinic.rows.length - 1}. Rejected rows: 1.`).waitFor();
      await page.getByRole('row', { name: /2 3 3 aadhaar/ }).waitFor();
      await walk.expectSound();
    });
  });
}
