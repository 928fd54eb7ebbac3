import { describe, expect, it } from 'vitest';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

/** Step 1: the first visit of an empty vault, up to an empty console with a first step. */
export function firstVisit(walk: Walk): void {
  describe('1: the first visit', () => {
    it('leads to the setup of an administrator', async () => {
      const { page } = walk;
      await page.goto('/');
      await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin-setup');
      await walk.expectSound();
    });

    it('shows each error at its field', async () => {
      const { page } = walk;
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await page.getByText('Password must be at least 12 characters long').waitFor();
      await walk.expectSound();
    });

    it('continues with the login and an empty console that names the first step', async () => {
      const { page } = walk;
      await screens.setUpAdministrator(page, walk.admin);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await walk.expectSound();
      await screens.signIn(page, walk.admin);
      await page.getByRole('heading', { name: 'Set up the vault' }).waitFor();
      await page.getByRole('link', { name: 'Create a company' }).waitFor();
      await walk.expectSound();
    });
  });
}
