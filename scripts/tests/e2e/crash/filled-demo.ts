import { describe, expect, it } from 'vitest';
import { type Administrator, signInByApi } from '../../running-vault/api-partner.ts';
import { DEMO_ROWS, fillDemo } from '../../running-vault/fill-demo.ts';
import type { CrashWorld } from './crash-and-leak.ts';

/** `make demo` with few people, on a vault that already has an administrator. */
export function filledDemo(world: Pick<CrashWorld, 'vault'>, admin: () => Administrator): void {
  describe('the demo', () => {
    it('fills the running vault and prints the accuracy of its links and valid logins', async () => {
      const { printed, logins } = await fillDemo(world.vault, admin());
      for (const company of ['Asha Bank', 'Bodhi Health', 'Kaveri Telecom'])
        expect(printed).toMatch(new RegExp(`^  ${company}: ${DEMO_ROWS} people, \\d+ a second$`, 'm'));
      expect(printed).toMatch(/^ {2}Links: [1-9]\d*, of which \d+\.\d\d % join one person;$/m);
      expect(printed).toMatch(/^ {2}verified: [1-9]\d*, of which 100\.00 % do\.$/m);
      expect(logins.map(({ role }) => role)).toEqual(['admin', 'pii_view', 'analytics']);
      for (const { role, ...login } of logins) {
        const user = await signInByApi(world.vault.address, login);
        expect(await user.call('GET /auth/session')).toMatchObject({ user: { email: login.email, role } });
        expect(await user.call('GET /companies')).toMatchObject([{ name: 'Asha Bank' }]);
      }
    });
  });
}
