import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settled, startChecking } from '../walk/axe.ts';
import { DESK } from '../walk/browser.ts';
import { button, open } from './acts.ts';
import type { Tour } from './tour.ts';

/** Dialogs and drawers, by the buttons that open them. */
const DIALOGS = [
  { path: '/companies', title: 'Company Management', opener: 'Add Company' },
  { path: '/companies', title: 'Company Management', opener: 'Link companies' },
  { path: '/companies', title: 'Company Management', opener: 'Edit Asha Bank' },
  { path: '/companies', title: 'Company Management', opener: 'Deactivate or suspend Asha Bank' },
  { path: '/users', title: 'User Management', opener: 'Add User' },
  { path: '/users', title: 'User Management', opener: 'Actions for Partner CRM', action: 'Edit User' },
  { path: '/users', title: 'User Management', opener: 'Actions for Partner CRM', action: 'API Credentials' },
  { path: '/users', title: 'User Management', opener: 'Actions for Partner CRM', action: 'Delete User' },
  { path: '/encryption-keys', title: 'Key Management', opener: 'Rotate Key' },
  { path: '/data-lineage', title: 'Data Lineage', opener: 'Analyze' },
  {
    path: '/security-dashboard?tab=threats',
    title: 'Security Dashboard',
    opener: 'Block an address',
  },
  { path: '/purposes', title: 'Purposes & Notices', opener: 'Add Purpose' },
  { path: '/grievances', title: 'Grievances', opener: 'Add Grievance' },
  { path: '/grievances?company=1&selected=3', title: 'Grievances', opener: 'Answer and close' },
  { path: '/grievances?company=1&selected=3', title: 'Grievances', opener: 'Edit' },
  { path: '/incidents', title: 'Breach Incidents', opener: 'Add Incident' },
  { path: '/incidents?company=1&selected=2', title: 'Breach Incidents', opener: 'Mark as reported' },
  { path: '/incidents?company=1&selected=2', title: 'Breach Incidents', opener: 'Fill in 4 headings' },
  { path: '/recipients', title: 'Recipients', opener: 'Add Recipient' },
  { path: '/recipients?company=1&selected=1', title: 'Recipients', opener: 'Edit' },
  { path: '/recipients?company=1&selected=1', title: 'Recipients', opener: 'End the sharing' },
  { path: '/erasures', title: 'Erasures', opener: 'Erase a Person' },
  { path: '/access-reviews', title: 'Access Reviews', opener: 'Start a Review' },
  { path: '/approvals', title: 'Approvals', opener: 'Request approval' },
  { path: '/webhooks', title: 'Webhooks', opener: 'Add Webhook' },
  { path: '/webhooks?company=1&selected=1', title: 'Webhooks', opener: 'Edit' },
  { path: '/webhooks?company=1&selected=1', title: 'Webhooks', opener: 'Pause' },
  { path: '/webhooks?company=1&selected=1', title: 'Webhooks', opener: 'Rotate secret' },
  { path: '/webhooks?company=1&selected=1', title: 'Webhooks', opener: 'Delete' },
  { path: '/sign-in-security', title: 'Sign-in Security', opener: 'Add passkey' },
] as const;

/** More tab stops than any dialog has. */
const TABS = 25;

/** 'inside' if the topmost dialog that is shown has the focus, or the element that has it. */
const focusPlace = (page: Page) =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
    const inFront = dialogs.filter((dialog) => dialog.checkVisibility()).at(-1);
    const focused = document.activeElement;
    return inFront?.contains(focused) ? 'inside' : focused?.outerHTML.slice(0, 200);
  });

/** Checks each dialog by keyboard: it takes the focus, traps it, and Escape returns it to the opener. */
export function dialogsByKeyboard(tour: Tour): void {
  let check: (() => Promise<string[]>) | undefined;
  describe('dialogs by keyboard', () => {
    it.each(DIALOGS)('$path: $opener', async (dialog) => {
      const { page } = await tour.as('super_admin');
      await page.setViewportSize(DESK);
      check ??= startChecking(page);
      await open(tour, dialog.path, dialog.title);
      const opener = button(page, dialog.opener).first();
      await opener.waitFor();
      // Rows that load later would replace the button and lose its focus.
      await settled(page);
      await opener.focus();
      await page.keyboard.press('Enter');
      if ('action' in dialog) {
        const action = page.getByRole('menuitem', { name: dialog.action, exact: true });
        await action.waitFor();
        while (!(await action.evaluate((item) => item.hasAttribute('data-highlighted'))))
          await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
      const shown = page.locator('[role=dialog], [role=alertdialog]').last();
      await shown.waitFor();
      await expect.poll(() => focusPlace(page)).toBe('inside');
      for (let at = 0; at < TABS; at += 1) {
        await page.keyboard.press(at % 5 === 4 ? 'Shift+Tab' : 'Tab');
        expect({ at, focus: await focusPlace(page) }).toEqual({ at, focus: 'inside' });
      }
      expect(await check()).toEqual([]);
      await page.keyboard.press('Escape');
      await shown.waitFor({ state: 'hidden' });
      await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
