import { describe, expect, it } from 'vitest';
import { button } from './acts.ts';
import { SCREENS } from './every-screen.ts';
import type { Role, Tour } from './tour.ts';

const EVERYBODY: readonly Role[] = ['super_admin', 'admin', 'pii_view', 'analytics'];
const ADMINS: readonly Role[] = ['super_admin', 'admin'];
const READERS: readonly Role[] = [...ADMINS, 'pii_view'];

interface Access {
  readonly path: (typeof SCREENS)[number]['path'];
  /** Who may open the screen. */
  readonly roles: readonly Role[];
  /** The screen's own call, which the server refuses to everybody else, too. */
  readonly call?: string;
  /** What only some of them may do: the button, and a call of it that the server refuses to the others. */
  readonly acts?: { readonly name: string; readonly roles: readonly Role[]; readonly call?: Call };
}
type Call = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body: object];

const ACCESS: readonly Access[] = [
  { path: '/', roles: EVERYBODY },
  {
    path: '/individuals',
    roles: READERS,
    call: '/individuals?companyId=1',
    acts: {
      name: 'Add PII',
      roles: ADMINS,
      call: ['POST', '/individuals', { companyId: 1 }],
    },
  },
  { path: '/data-lineage', roles: READERS, call: '/data-lineage/entries?companyId=1' },
  {
    path: '/companies',
    roles: EVERYBODY,
    acts: {
      name: 'Add Company',
      roles: ['super_admin'],
      call: ['POST', '/companies', { name: 'Tour', code: 'ROLE', tier: 'secondary', status: 'active' }],
    },
  },
  { path: '/api-testing', roles: EVERYBODY },
  { path: '/users', roles: ADMINS, call: '/users' },
  { path: '/pii-masking-demo', roles: READERS, call: '/pii-demo?companyId=1' },
  { path: '/access-control', roles: ['super_admin'], call: '/admin/access-control' },
  { path: '/security-dashboard', roles: ADMINS, call: '/security/login-statistics?hours=24' },
  { path: '/encryption', roles: ADMINS, call: '/encryption-keys?companyId=1' },
  { path: '/encryption-keys', roles: ADMINS, call: '/encryption-keys?companyId=1' },
  { path: '/compliance', roles: READERS, call: '/compliance?companyId=1' },
  { path: '/analytics', roles: [...ADMINS, 'analytics'], call: '/analytics?companyId=1&days=7' },
  { path: '/audit', roles: ADMINS, call: '/audit-trail?companyId=1' },
  { path: '/change-password', roles: EVERYBODY },
];

const REFUSED = /Your role may not open this screen|Access denied\. You need admin privileges/;

/** What a role may not do is absent or explained, and the server refuses it, too. */
export function roles(tour: Tour): void {
  it('names every screen', () => {
    expect(ACCESS.map(({ path }) => path)).toEqual(SCREENS.map(({ path }) => path));
  });

  describe.each(EVERYBODY)('%s', (role) => {
    it.each(ACCESS)('$path', async ({ path, roles: allowed, call, acts }) => {
      const { page, token } = await tour.as(role);
      const mayOpen = allowed.includes(role);
      await page.goto(`${path}?company=1`);
      const title = SCREENS.find((screen) => screen.path === path)?.title ?? '';
      const shown = mayOpen ? page.locator('h1').getByText(title, { exact: true }) : page.getByText(REFUSED);
      await shown.waitFor();
      const offered = page
        .getByRole('navigation', { name: 'Main navigation' })
        .locator(`a[href="${path}"], a[href^="${path}?"]`);
      if (path !== '/' && path !== '/change-password') expect(await offered.count()).toBe(mayOpen ? 1 : 0);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      if (call !== undefined) {
        const { status } = await fetch(`${tour.address}/api${call}`, { headers });
        expect({ call, status }).toEqual({ call, status: mayOpen ? 200 : 403 });
      }
      if (acts !== undefined && mayOpen) {
        await page.waitForLoadState('networkidle');
        const action = button(page, acts.name).or(page.getByRole('link', { name: acts.name, exact: true }));
        const mayAct = acts.roles.includes(role);
        expect({ role, action: acts.name, isOffered: await action.first().isVisible() }).toEqual({
          role,
          action: acts.name,
          isOffered: mayAct,
        });
        if (!mayAct && acts.call !== undefined) {
          const [method, target, body] = acts.call;
          const answer = await fetch(`${tour.address}/api${target}`, {
            method,
            headers,
            body: JSON.stringify(body),
          });
          expect({ target, status: answer.status }).toEqual({ target, status: 403 });
        }
      }
      expect(tour.takeFaults()).toEqual([]);
    });
  });
}
