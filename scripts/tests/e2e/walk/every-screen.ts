import { describe, expect, it } from 'vitest';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

const PHONE = { width: 390, height: 844 };
const SCREENS = [
  { path: '/', title: 'PII Vault Dashboard' },
  { path: '/individuals', title: 'Individual Profiles' },
  { path: '/imports', title: 'Imports' },
  { path: '/individuals/new', title: 'Add PII' },
  { path: '/data-lineage', title: 'Data Lineage' },
  { path: '/companies', title: 'Company Management' },
  { path: '/access-control', title: 'Access Control' },
  { path: '/purposes', title: 'Purposes & Notices' },
  { path: '/grievances', title: 'Grievances' },
  { path: '/incidents', title: 'Breach Incidents' },
  { path: '/recipients', title: 'Recipients' },
  { path: '/erasures', title: 'Erasures' },
  { path: '/access-reviews', title: 'Access Reviews' },
  { path: '/audit', title: 'Audit Trail' },
  { path: '/analytics', title: 'Analytics' },
  { path: '/security-dashboard', title: 'Security Dashboard' },
  { path: '/compliance', title: 'Compliance' },
  { path: '/webhooks', title: 'Webhooks' },
];

/** Parts that the steps do not cover: screens on a phone, unknown paths, the palette, Hindi and signing out. */
export function everyScreen(walk: Walk): void {
  onAPhone(walk);
  describe('outside the main job', () => {
    itNavigates(walk);
    itSpeaksHindi(walk);
    itSignsOut(walk);
  });
}

function onAPhone(walk: Walk): void {
  describe('on a phone', () => {
    it.each(SCREENS)('$title fits and is accessible', async ({ path, title }) => {
      const { page } = walk;
      await page.setViewportSize(PHONE);
      await page.goto(`${path}?company=${walk.bank}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await walk.expectSound();
      const overhanging = await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return [];
        const wide = [...document.querySelectorAll('body *')].filter(
          (element) => element.getBoundingClientRect().right > width,
        );
        return wide.map(({ outerHTML }) => outerHTML.slice(0, 200));
      });
      expect(overhanging).toEqual([]);
    });

    it('the menu opens as a drawer and closes on a click', async () => {
      const { page } = walk;
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await walk.expectSound();
      await screens.goTo(page, 'Company Management');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
  });
}

function itNavigates(walk: Walk): void {
  it('an unknown path shows an error', async () => {
    const { page } = walk;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/nowhere');
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await walk.expectSound();
  });

  it('the palette opens a person', async () => {
    const { page } = walk;
    const person = await walk.customer(walk.people.shared.customer_id);
    await page.goto('/companies');
    await page.getByRole('heading', { name: 'Company Management' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(`IND_${person}`);
    await page
      .getByRole('option', { name: `IND_${person}` })
      .first()
      .waitFor();
    await walk.expectSound();
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: `IND_${person}` })
      .waitFor();
  });
}

function itSpeaksHindi(walk: Walk): void {
  it('the console is available in Hindi', async () => {
    const { page } = walk;
    await page.getByRole('button', { name: 'EN – language' }).click();
    await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
    await page.locator('html[lang=hi]').waitFor();
    await walk.expectSound();
    await page.getByRole('button', { name: /^HI – / }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.locator('html[lang=en]').waitFor();
  });
}

function itSignsOut(walk: Walk): void {
  it('signing out leads to the login, which refuses a wrong password', async () => {
    const { page } = walk;
    await page.getByRole('button', { name: /account of Asha Rao$/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await screens.signIn(page, { ...walk.admin, password: 'not-the-password' });
    await page.getByRole('alert').waitFor();
    walk.window.provoke(/^401 POST \/api\/auth\/login$/);
    await walk.expectSound();
  });
}
