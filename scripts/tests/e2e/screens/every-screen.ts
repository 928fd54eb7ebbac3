import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startChecking } from '../walk/axe.ts';
import { DESK } from '../walk/browser.ts';
import { open } from './acts.ts';
import type { Tour } from './tour.ts';

const PHONE = { width: 390, height: 844 };

/** The routes of the specification, then those of the screens beyond it. */
export const SCREENS = [
  { path: '/', title: 'PII Vault Dashboard' },
  { path: '/individuals', title: 'Individual Profiles' },
  { path: '/data-lineage', title: 'Data Lineage' },
  { path: '/companies', title: 'Company Management' },
  { path: '/api-testing', title: 'API Testing' },
  { path: '/users', title: 'User Management' },
  { path: '/pii-masking-demo', title: 'PII Masking Demo' },
  { path: '/access-control', title: 'Access Control' },
  { path: '/security-dashboard', title: 'Security Dashboard' },
  { path: '/encryption', title: 'Encryption' },
  { path: '/encryption-keys', title: 'Key Management' },
  { path: '/compliance', title: 'Compliance' },
  { path: '/analytics', title: 'Analytics' },
  { path: '/audit', title: 'Audit Trail' },
  { path: '/change-password', title: 'Change Password' },
  { path: '/imports', title: 'Imports' },
  { path: '/individuals/new', title: 'Add PII' },
  { path: '/purposes', title: 'Purposes & Notices' },
  { path: '/grievances', title: 'Grievances' },
  { path: '/incidents', title: 'Breach Incidents' },
  { path: '/recipients', title: 'Recipients' },
  { path: '/erasures', title: 'Erasures' },
  { path: '/access-reviews', title: 'Access Reviews' },
  { path: '/approvals', title: 'Approvals' },
  { path: '/limits', title: 'Limits' },
  { path: '/second-factor', title: 'Second Factor' },
  { path: '/webhooks', title: 'Webhooks' },
  { path: '/sign-in-security', title: 'Sign-in Security' },
  { path: '/parked-events', title: 'Parked Events' },
] as const;

/** Screens with an entry of the demo opened by the address, in a side panel or, on a phone, a drawer. */
const OPENED = [
  { path: '/imports', title: 'Imports', query: '&new=1' },
  { path: '/imports', title: 'Imports', query: '&import=1' },
  { path: '/grievances', title: 'Grievances', query: '&selected=3' },
  { path: '/incidents', title: 'Breach Incidents', query: '&selected=2' },
  { path: '/recipients', title: 'Recipients', query: '&selected=1' },
  { path: '/webhooks', title: 'Webhooks', query: '&selected=1' },
] as const;
const VIEWS = [...SCREENS.map((screen) => ({ ...screen, query: '' })), ...OPENED];

/** Checks that axe finds nothing in either theme at both widths. */
export function everyScreenForEverybody(tour: Tour): void {
  let check: (() => Promise<string[]>) | undefined;
  describe('accessible', () => {
    for (const [name, size] of [
      ['a desk', DESK],
      ['a phone', PHONE],
    ] as const)
      it.each(VIEWS)(`$title $query on ${name}`, async ({ path, title, query }) => {
        const { page } = await tour.as('super_admin');
        check ??= startChecking(page);
        await page.setViewportSize(size);
        await open(tour, `${path}?company=1${query}`, title);
        await page.waitForLoadState('networkidle');
        expect(await check()).toEqual([]);
        expect(await overhang(page)).toEqual([]);
        expect(await hiddenByScrolling(page)).toEqual([]);
        expect(await tour.takeFaults()).toEqual([]);
      });
  });
}

/** Checks that Hindi texts, which are longer, fit on a phone. */
export function everyScreenInHindi(tour: Tour): void {
  describe('in Hindi on a phone', () => {
    it.each(VIEWS)('$title $query', async ({ path, query }) => {
      const { page } = await tour.as('admin');
      await page.setViewportSize(PHONE);
      await page.goto('/companies');
      await page.evaluate(() => localStorage.setItem('language', 'hi'));
      await page.goto(`${path}?company=1${query}`);
      await page.locator('html[lang=hi] h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('h1').textContent()).toMatch(/\p{Script=Devanagari}/u);
      expect(await overhang(page)).toEqual([]);
      await page.evaluate(() => localStorage.removeItem('language'));
      await page.setViewportSize(DESK);
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}

/**
 * Lists in the page that scroll on their own, except panels, drawers, dialogs and navigation. And page buttons below
 * the window, of a list that begins in it.
 */
async function hiddenByScrolling(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const beside = 'aside, nav, pre, textarea, [role=dialog], [role=alertdialog], [role=listbox]';
    const lists = [...document.querySelectorAll('main *')].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight + 1 &&
        element.closest(beside) === null,
    );
    const pagers = [...document.querySelectorAll('main button[aria-label="Next page"]')].filter(
      (next) =>
        next.getBoundingClientRect().bottom > innerHeight &&
        (next.closest('section')?.getBoundingClientRect().top ?? 0) < innerHeight - 120,
    );
    return [
      ...lists.map((element) => `scrolls: ${element.tagName} ${element.getAttribute('aria-label')}`),
      ...pagers.map((next) => `page buttons below the window: ${next.closest('section')?.textContent}`),
    ];
  });
}

/** The document if it is wider than the window, and buttons with clipped texts. */
async function overhang(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`document: ${root.scrollWidth} px`] : [];
    const clipped = [...document.querySelectorAll('button, a')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => `clipped: ${element.textContent}`);
    return [...wide, ...clipped];
  });
}
