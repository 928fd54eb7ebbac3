import type { Locator, Page } from 'playwright-core';
import type { Administrator } from '../../running-vault/api-partner.ts';

const labelled = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function setUpAdministrator(page: Page, { email, password }: Administrator): Promise<void> {
  await labelled(page, 'First name').fill('Asha');
  await labelled(page, 'Last name').fill('Rao');
  await labelled(page, 'Email').fill(email);
  await labelled(page, 'Password').fill(password);
  await labelled(page, 'Confirm password').fill(password);
  await button(page, 'Create administrator').click();
  await page.getByRole('heading', { name: 'Administrator created' }).waitFor();
  await page.getByRole('link', { name: 'Sign in now' }).click();
}

export async function signIn(page: Page, { email, password }: Administrator): Promise<void> {
  await labelled(page, 'Email').fill(email);
  await labelled(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}

/** A link to a screen, which may tell how many wait there. */
const linkTo = (navigation: Locator, screen: string): Locator =>
  navigation.getByRole('link', { name: new RegExp(`^${screen}(, .* pending)?$`) });

/** The entry of a screen, or of several screens, in the sidebar. */
export const entryOf = (page: Page, screen: string): Locator =>
  linkTo(page.getByRole('navigation', { name: 'Main navigation' }), screen);

/** The tab of a screen that shares its entry in the sidebar with others. */
export const tabOf = (page: Page, screen: string): Locator =>
  linkTo(page.getByRole('main').getByRole('navigation'), screen);

/** Opens a screen by the sidebar, as a tab of `entry` if that is given. */
export async function goTo(page: Page, screen: string, entry = screen): Promise<void> {
  await entryOf(page, entry).click();
  if (entry !== screen) await tabOf(page, screen).click();
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
}

/** Fills the open dialog, submits it and waits until it closes. */
export async function createCompany(page: Page, name: string, code: string, tier: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create New Company' });
  await dialog.getByLabel('Company Name').fill(name);
  await dialog.getByLabel('Company Code').fill(code);
  await dialog.getByLabel('Company Tier').selectOption({ label: tier });
  await dialog.getByRole('button', { name: 'Create Company' }).click();
  await page.getByText('The company has been successfully created.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

export async function chooseCompany(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Company:' }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.getByRole('button', { name: `Company: ${name}` }).waitFor();
}

/** Chooses a file on the import screen and waits until its columns can be mapped. */
export async function chooseFile(page: Page, name: string, csv: string): Promise<void> {
  await page
    .getByLabel('Drop a file here or choose one')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('heading', { name }).waitFor();
}

/** Enters the consent and sends the file. */
export async function startImport(page: Page): Promise<void> {
  await labelled(page, 'Purpose').fill('kyc');
  await labelled(page, 'Also for').fill('fraud_prevention');
  await page.getByRole('button', { name: /^Import (about )?[\d,]+ people into/ }).click();
}

/** Finds a person by id in the list and opens the profile next to it. */
export async function selectPerson(page: Page, id: number): Promise<void> {
  const name = `IND_${id}`;
  await page.getByPlaceholder('Search individuals...').fill(name);
  await page.getByRole('row', { name }).first().click();
  await page.getByRole('complementary').getByRole('heading', { name }).waitFor();
}

/** Enters a purpose in the dialog of a reveal. */
export async function askFor(page: Page, purpose: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Reveal/ });
  const offered = dialog.getByRole('radio', { name: purpose });
  if (await offered.isVisible()) await offered.check();
  else {
    await dialog.getByRole('radio', { name: 'Another purpose' }).check();
    await dialog.getByLabel('Purpose', { exact: true }).fill(purpose);
  }
  await dialog.getByRole('button', { name: 'Reveal', exact: true }).click();
}
