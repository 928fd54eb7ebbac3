import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personBehind, signInByApi } from './api-partner.ts';
import { accessibilityFaults } from './axe.ts';
import { type ConsoleWindow, openWindow, startBrowser } from './browser.ts';
import { makePeople } from './people.ts';
import * as screens from './screens.ts';
import { startVaultProcess, type VaultProcess } from './vault-process.ts';

const admin = { email: 'asha@example.com', password: 'Walk1ng-the-console!' };
const people = makePeople();
/** The companies' ids, in the order in which they are made. */
const BANK = 1;

let vault: VaultProcess;
let browser: Browser;
let view: ConsoleWindow;
let isBroken = false;

beforeAll(async () => {
  [vault, browser] = await Promise.all([startVaultProcess(), startBrowser()]);
  view = await openWindow(browser, vault.address);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await vault?.stop();
}, 60_000);

// Each step stands on the one before.
beforeEach(({ skip }) => skip(isBroken, 'a step before it failed'));
afterEach(({ task }) => {
  isBroken ||= task.result?.state === 'fail';
});

/** The screen as it stands is usable by everybody, and nothing went wrong on the way to it. */
async function expectSound(): Promise<void> {
  expect(await accessibilityFaults(view.page)).toEqual([]);
  expect(view.takeFaults()).toEqual([]);
}

describe('1: the first visit', () => {
  it('leads to the setup of an administrator', async () => {
    const { page } = view;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin-setup');
    await expectSound();
  });

  it('says at the field what is wrong', async () => {
    const { page } = view;
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByText('Password must be at least 12 characters long').waitFor();
    await expectSound();
  });

  it('goes on to the login and to an empty console that says what to do', async () => {
    const { page } = view;
    await screens.setUpAdministrator(page, admin);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectSound();
    await screens.signIn(page, admin);
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('Create two companies').waitFor();
    await expectSound();
  });
});

describe('2: two companies and their people', () => {
  it('are created in the dialog', async () => {
    const { page } = view;
    await page.getByRole('link', { name: 'Create a company' }).first().click();
    await page.getByRole('dialog', { name: 'Create New Company' }).waitFor();
    await expectSound();
    await screens.createCompany(page, 'Walk Bank', 'BANK', 'Primary');
    await page.getByRole('button', { name: 'Add Company' }).click();
    await screens.createCompany(page, 'Walk Clinic', 'CLINIC', 'Healthcare');
    await page.getByRole('row', { name: /Walk Clinic/ }).waitFor();
    await expectSound();
  });

  it('may link them for a purpose', async () => {
    const { page } = view;
    await page.getByRole('button', { name: 'Link companies' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Let two companies link their people' });
    await dialog.getByLabel('Company', { exact: true }).selectOption({ label: 'Walk Bank' });
    await dialog.getByLabel('Other company').selectOption({ label: 'Walk Clinic' });
    await dialog.getByLabel('Purpose').fill('fraud_prevention');
    await expectSound();
    await dialog.getByRole('button', { name: 'Let them link' }).click();
    await page.getByRole('row', { name: /fraud_prevention.*In force/ }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectSound();
  });

  it('come from a file whose columns are mapped, with progress to its end', async () => {
    const { page } = view;
    await screens.chooseCompany(page, 'Walk Bank');
    await screens.goTo(page, 'Individual Profiles');
    await page.getByText('No individuals yet').waitFor();
    await expectSound();
    await page.getByRole('link', { name: 'Import people' }).click();
    await screens.chooseFile(page, 'bank-customers.csv', people.bank.csv);
    const taxNumber = page.getByLabel('Column Tax No is');
    expect(await taxNumber.inputValue()).toBe('ignore');
    await taxNumber.selectOption({ label: 'PAN' });
    expect(await page.getByText(people.bank.rows[0]?.address ?? '').count()).toBe(0);
    await expectSound();
    await screens.startImport(page);
    await page.getByText(/\d% · [\d,]+ people\/s · .* left/).waitFor();
    await expectSound();
    const all = people.bank.rows.length.toLocaleString('en-IN');
    await page.getByText(`Everybody in the file is stored: ${all} people`).waitFor();
    await expectSound();
  });

  it('are stored but for a row that names what is wrong with it', async () => {
    const { page } = view;
    await screens.chooseCompany(page, 'Walk Clinic');
    await screens.chooseFile(page, 'clinic-patients.csv', people.clinic.csv);
    await screens.startImport(page);
    await page
      .getByText(`${people.clinic.rows.length - 1} people are stored, 1 rows were rejected`)
      .waitFor();
    await page.getByRole('row', { name: /2 aadhaar/ }).waitFor();
    await expectSound();
  });
});

describe('3: a person', () => {
  let person: number;

  it('stands in the list without any value, and in a profile masked', async () => {
    const { page } = view;
    const api = await signInByApi(vault.address, admin);
    person = await personBehind(api, BANK, people.shared.customer_id);
    await screens.chooseCompany(page, 'Walk Bank');
    await screens.goTo(page, 'Individual Profiles');
    await page
      .getByRole('grid', { name: 'Individual Records' })
      .getByText(/^IND_\d+$/)
      .first()
      .waitFor();
    await expectSound();
    await screens.selectPerson(page, person);
    const profile = page.getByRole('complementary');
    await profile.getByRole('button', { name: 'Reveal PAN' }).waitFor();
    await profile
      .getByText(`XXXXX${people.shared.pan.slice(-4)}`)
      .first()
      .waitFor();
    await expectSound();
  });

  it('is shown with every field masked on a page of its own', async () => {
    const { page } = view;
    await page.getByRole('complementary').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Reveal Address' }).waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    const { customer_id: _, dob, ...values } = people.shared;
    expect(Object.values(values).filter((value) => text.includes(value))).toEqual([]);
    expect(text).not.toContain(dob);
    await expectSound();
  });

  it('is revealed for a purpose that consent covers', async () => {
    const { page } = view;
    await page.getByRole('button', { name: 'Reveal PAN' }).click();
    await page.getByRole('dialog', { name: 'Reveal PAN' }).waitFor();
    await expectSound();
    await screens.askFor(page, 'kyc');
    await page.getByText(people.shared.pan, { exact: true }).waitFor();
    await expectSound();
    await page.getByRole('button', { name: /^Hide PAN/ }).click();
    await page.getByText(people.shared.pan, { exact: true }).waitFor({ state: 'hidden' });
  });

  it('is not revealed for another purpose, and a sentence says why', async () => {
    const { page } = view;
    await page.getByRole('button', { name: 'Reveal PAN' }).click();
    await screens.askFor(page, 'marketing');
    const dialog = page.getByRole('dialog', { name: 'Reveal PAN' });
    await dialog.getByText('Consent does not cover the purpose “marketing” for PAN.').waitFor();
    expect(await page.getByText(people.shared.pan).count()).toBe(0);
    await expectSound();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
