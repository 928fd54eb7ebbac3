import { describe, expect, it } from 'vitest';
import { button } from './acts.ts';
import { SCREENS } from './every-screen.ts';
import { ACCESS, EVERYBODY } from './screen-access.ts';
import type { Tour } from './tour.ts';

const REFUSED = /Your role cannot open this screen|Access denied\. You need admin privileges/;

/** Screens that no menu lists: the user menu or another screen leads to them. */
const OUTSIDE_MENU: readonly string[] = ['/change-password', '/individuals/new'];

/** Checks that the console hides or explains what a role may not do. */
export function roles(tour: Tour): void {
  it('the access list names every screen', () => {
    expect(ACCESS.map(({ path }) => path)).toEqual(SCREENS.map(({ path }) => path));
  });

  describe.each(EVERYBODY)('%s', (role) => {
    it.each(ACCESS)('$path', async ({ path, roles: allowed, acts }) => {
      const { page } = await tour.as(role);
      const mayOpen = allowed.includes(role);
      await page.goto(`${path}?company=1`);
      const title = SCREENS.find((screen) => screen.path === path)?.title ?? '';
      const shown = mayOpen ? page.locator('h1').getByText(title, { exact: true }) : page.getByText(REFUSED);
      await shown.waitFor();
      // The sidebar, or the tabs of its entry.
      const offered = page.locator(`nav a[href="${path}"], nav a[href^="${path}?"]`);
      if (!OUTSIDE_MENU.includes(path)) expect((await offered.count()) > 0).toBe(mayOpen);
      if (acts !== undefined) {
        const mayAct = acts.roles.includes(role);
        if (mayOpen) {
          await page.waitForLoadState('networkidle');
          const action = button(page, acts.name).or(page.getByRole('link', { name: acts.name, exact: true }));
          expect({ role, action: acts.name, isOffered: await action.first().isVisible() }).toEqual({
            role,
            action: acts.name,
            isOffered: mayAct,
          });
        }
      }
      expect(await tour.takeFaults()).toEqual([]);
    });
  });
}
