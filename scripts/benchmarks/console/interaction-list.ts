import type { Page } from 'playwright-core';

/** Something that a user does on a screen. */
export interface Interaction {
  readonly name: string;
  readonly path: string;
  /** Steps before it, at full speed and not measured. */
  prepare?(page: Page): Promise<void>;
  act(page: Page): Promise<void>;
}

/** By attributes: for a locator by role, Playwright reads the whole page, which slows what is measured. */
const menu = (page: Page) => page.locator('[role=menu]:not([hidden])').waitFor();

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('row', { name: /IND_/ }).first().click();
  await page.getByRole('complementary').getByRole('heading', { name: /IND_/ }).waitFor();
}

/** The most frequent actions; each ends when the screen shows its effect. */
export const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'open the palette and type',
    path: '/',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').pressSequentially('key', { delay: 60 });
      await page
        .getByRole('option', { name: /Key Management/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'open the user menu',
    path: '/',
    async act(page) {
      await page.getByRole('button', { name: /account of/ }).click();
      await menu(page);
    },
  },
  {
    name: 'change the company',
    path: '/individuals',
    async act(page) {
      await page.getByRole('button', { name: 'Company:' }).click();
      await menu(page);
      await page.getByRole('menuitemradio').last().click();
      await page.waitForURL(/company=/);
    },
  },
  {
    name: 'go to another screen',
    path: '/companies',
    async act(page) {
      await page.getByRole('link', { name: 'Individual Profiles' }).click();
      await page.getByRole('row', { name: /IND_/ }).first().waitFor();
    },
  },
  {
    name: 'choose a row of the list',
    path: '/individuals',
    act: openProfile,
  },
  {
    name: 'sort the list',
    path: '/individuals',
    async act(page) {
      await page.getByRole('button', { name: 'Data Quality' }).click();
      await page.waitForURL(/sort=/);
    },
  },
  {
    name: 'open the menu of a row',
    path: '/individuals',
    async act(page) {
      await page.getByRole('row', { name: /IND_/ }).first().getByRole('button').click();
      await menu(page);
    },
  },
  {
    name: 'ask to reveal a field',
    path: '/individuals',
    prepare: openProfile,
    async act(page) {
      await page
        .getByRole('complementary')
        .getByRole('button', { name: /^Reveal/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'type into a search',
    path: '/individuals',
    async act(page) {
      await page.getByPlaceholder('Search individuals...').pressSequentially('IND_5', { delay: 60 });
      await page.waitForURL(/search=IND_5/);
    },
  },
  {
    name: 'open a filter',
    path: '/data-lineage',
    async act(page) {
      await page.getByRole('button', { name: 'All Types' }).click();
      await menu(page);
    },
  },
  {
    name: 'open a form',
    path: '/companies',
    async act(page) {
      await page.getByRole('button', { name: 'Add Company' }).click();
      await page.getByRole('dialog').getByLabel('Company Name').pressSequentially('Asha', { delay: 60 });
    },
  },
  {
    name: 'sort a table in the browser',
    path: '/companies',
    async act(page) {
      await page.getByRole('button', { name: 'Company', exact: true }).click();
      await page.getByRole('columnheader', { name: 'Company' }).and(page.locator('[aria-sort]')).waitFor();
    },
  },
  {
    name: 'change the tab',
    path: '/analytics',
    async act(page) {
      await page.getByRole('tab', { name: 'Access Patterns' }).click();
      await page.getByRole('tabpanel').first().waitFor();
    },
  },
  {
    name: 'change the range of days',
    path: '/compliance',
    async act(page) {
      await page.getByText('90d', { exact: true }).click();
    },
  },
];
