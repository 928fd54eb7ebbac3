import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Administrator, signInByApi } from '../../running-vault/api-partner.ts';
import type { CrashWorld } from './crash-and-leak.ts';

const run = promisify(execFile);
const MAIN = resolve(import.meta.dirname, '../../../services/all/src/demo/main.ts');
const ROWS = 60;

/** `make demo` on a vault that has an administrator already, with few people. */
export function filledDemo(world: Pick<CrashWorld, 'vault'>, admin: () => Administrator): void {
  describe('the demo', () => {
    it('fills the running vault, prints how accurate its links are, and log-ins that work', async () => {
      const { email, password } = admin();
      const { stdout } = await run(process.execPath, [MAIN], {
        env: {
          ...process.env,
          PIIVAULT_DATA_DIR: world.vault.dataDir,
          PIIVAULT_DEMO_ROWS: String(ROWS),
          PIIVAULT_DEMO_EMAIL: email,
          PIIVAULT_DEMO_PASSWORD: password,
        },
      });
      for (const company of ['Asha Bank', 'Bodhi Health', 'Kaveri Telecom'])
        expect(stdout).toMatch(new RegExp(`^  ${company}: ${ROWS} people, \\d+ a second$`, 'm'));
      expect(stdout).toMatch(/^ {2}Links: [1-9]\d*, of which \d+\.\d\d % join one person;$/m);
      expect(stdout).toMatch(/^ {2}verified: [1-9]\d*, of which 100\.00 % do\.$/m);
      expect(stdout).not.toContain('super_admin');
      const logins = [...stdout.matchAll(/^ {2}(admin|pii_view|analytics) +(\S+) {2}(\S+)$/gm)];
      expect(logins.map(([, role]) => role)).toEqual(['admin', 'pii_view', 'analytics']);
      for (const [, role, userEmail = '', userPassword = ''] of logins) {
        const user = await signInByApi(world.vault.address, { email: userEmail, password: userPassword });
        expect(await user.call('GET /auth/session')).toMatchObject({ user: { email: userEmail, role } });
        expect(await user.call('GET /companies')).toMatchObject([{ name: 'Asha Bank' }]);
      }
    }, 120_000);
  });
}
