import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Administrator } from './api-partner.ts';

const run = promisify(execFile);
const MAIN = resolve(import.meta.dirname, '../../services/all/src/demo/main.ts');

/** Rows for each of the three companies: enough for duplicates, links and two pages of nothing else. */
export const DEMO_ROWS = 60;

export interface DemoLogin extends Administrator {
  readonly role: string;
}

/**
 * `make demo` on a running vault, with few people.
 * @param admin who fills it; left out on a vault without an administrator, which then gets one
 * @returns what it printed, and the log-ins in it
 */
export async function fillDemo(
  dataDir: string,
  admin?: Administrator,
): Promise<{ printed: string; logins: readonly DemoLogin[] }> {
  const { stdout } = await run(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PIIVAULT_DATA_DIR: dataDir,
      PIIVAULT_DEMO_ROWS: String(DEMO_ROWS),
      ...(admin ? { PIIVAULT_DEMO_EMAIL: admin.email, PIIVAULT_DEMO_PASSWORD: admin.password } : {}),
    },
  });
  return { printed: stdout, logins: readLogins(stdout) };
}

/** The log-ins in what `make demo` printed. */
export function readLogins(printed: string): readonly DemoLogin[] {
  const lines = printed.matchAll(/^ {2}(super_admin|admin|pii_view|analytics) +(\S+) {2}(\S+)$/gm);
  return [...lines].map(([, role = '', email = '', password = '']) => ({ role, email, password }));
}
