import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Administrator } from './api-partner.ts';

const run = promisify(execFile);
const MAIN = resolve(import.meta.dirname, '../../../services/all/src/demo-data/main.ts');

/** Rows for each of the three companies: enough for duplicates, links and a second page of a list. */
export const DEMO_ROWS = 60;

export interface DemoLogin extends Administrator {
  readonly role: string;
}

/** A vault of this clone, by its data folder, or another one, by its address. */
export type DemoTarget = { readonly dataDir: string } | { readonly address: string };

/**
 * Runs `make demo` on a running vault, with few people.
 * @param admin signs in with this administrator; if absent, the demo creates the first administrator
 * @returns the output, and the logins in it
 */
export async function fillDemo(
  target: DemoTarget,
  admin?: Administrator,
): Promise<{ printed: string; logins: readonly DemoLogin[] }> {
  const { stdout } = await run(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...('dataDir' in target
        ? { PIIVAULT_DATA_DIR: target.dataDir }
        : { PIIVAULT_DEMO_ADDRESS: target.address }),
      PIIVAULT_DEMO_ROWS: String(DEMO_ROWS),
      ...(admin ? { PIIVAULT_DEMO_EMAIL: admin.email, PIIVAULT_DEMO_PASSWORD: admin.password } : {}),
    },
  });
  return { printed: stdout, logins: readLogins(stdout) };
}

/** Logins in the output of `make demo`, which prints them at its start and at its end. */
export function readLogins(printed: string): readonly DemoLogin[] {
  const lines = printed.matchAll(/^ {2}(super_admin|admin|pii_view|analytics) +(\S+) {2}(\S+)$/gm);
  const logins = [...lines].map(([, role = '', email = '', password = '']) => ({ role, email, password }));
  return [...new Map(logins.map((login) => [login.email, login])).values()];
}
