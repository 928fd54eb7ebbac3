import { afterAll, describe, expect, it } from 'vitest';
import { settled, startChecking } from '../walk/axe.ts';
import { DESK } from '../walk/browser.ts';
import { open } from './acts.ts';
import { requestApproval } from './approvals.ts';
import { SUFFIX } from './entry-acts.ts';
import type { Tour } from './tour.ts';

/** A small notebook: wide enough for the table layout, but not for all columns. */
const NARROW = { width: 1024, height: 700 };
/** More tab stops than any screen has before its table. */
const TABS = 80;

/** Tables whose rows take no focus. */
const TABLES = [
  { path: '/approvals?company=1', title: 'Approvals', table: 'Requests' },
  { path: '/security-dashboard?tab=attempts', title: 'Security Dashboard', table: 'High-Risk Attempts' },
] as const;

/** Checks that columns fold, and that the keyboard scrolls a table that is wider than its frame nevertheless. */
export function wideTables(tour: Tour): void {
  describe('wide tables', () => {
    afterAll(async () => (await tour.as('super_admin')).page.setViewportSize(DESK));
    it.each(TABLES)('$title: $table', async ({ path, title, table }) => {
      const { page } = await tour.as('super_admin');
      await requestApproval(tour, `${title} ${SUFFIX}`);
      await page.setViewportSize(NARROW);
      await open(tour, path, title);
      const rows = page.getByRole('table', { name: table, exact: true });
      await rows.getByRole('columnheader', { name: 'Status', exact: true }).waitFor();
      await settled(page);
      const hidden = () =>
        rows.evaluate(({ parentElement: frame }) => (frame ? frame.scrollWidth - frame.clientWidth : 0));
      expect(await hidden()).toBeLessThanOrEqual(1);
      // Too wide also without the columns that fold.
      await rows.evaluate((one) => {
        for (const head of one.querySelectorAll('th')) head.style.minWidth = '30rem';
      });
      const frame = page.getByRole('group', { name: table, exact: true });
      await frame.waitFor();
      expect(await startChecking(page)()).toEqual([]);
      expect(await hidden()).toBeGreaterThan(1);
      const isFocused = () => frame.evaluate((one) => one === document.activeElement);
      for (let at = 0; at < TABS && !(await isFocused()); at += 1) await page.keyboard.press('Tab');
      expect(await isFocused()).toBe(true);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => frame.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
