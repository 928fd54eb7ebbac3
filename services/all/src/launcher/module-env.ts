import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@pii-vault/platform/core/config/config';
import { DATABASE_NAME } from './embedded/database.ts';
import type { LocalSecrets } from './embedded/secrets.ts';
import type { Settings } from './settings.ts';

/** Name of the list of revocations in the keys folder, and of its MAC key. */
export const REVOCATIONS = 'audit-revocations';

interface Facts {
  readonly environment: Settings['environment'];
  readonly port: number;
  readonly keysDir: string;
  /** Folder of the built console. */
  readonly consoleDir: string;
}

/** Settings that the single-process vault provides for modules; the user's variables override them. */
export async function moduleEnv({ environment, port, keysDir, consoleDir }: Facts): Promise<Environment> {
  return {
    PIIVAULT_PORT: String(port),
    PIIVAULT_CONSOLE_DIR: consoleDir,
    PIIVAULT_DATABASE_NAME: DATABASE_NAME,
    PIIVAULT_ENVIRONMENT: environment,
    ...(await buildTime(consoleDir)),
    IDENTITY_CONSOLE_URL: `http://localhost:${port}`,
    IDENTITY_IS_TEST_DATABASE: String(environment === 'testing'),
    CRYPTO_KEYS_DIR: join(keysDir, 'store'),
    AUDIT_CHECKPOINT_FILE: join(keysDir, 'audit-checkpoints'),
  };
}

/** Path of audit's list of revocations and of its MAC key. */
export async function revocationEnv(keysDir: string, secrets: LocalSecrets): Promise<Environment> {
  await secrets.get(REVOCATIONS);
  return {
    AUDIT_REVOCATION_FILE: join(keysDir, REVOCATIONS),
    AUDIT_REVOCATION_KEY_FILE: join(keysDir, 'secrets', REVOCATIONS),
  };
}

/** Time of the last build of the console by scripts/build-web; no other part is built. */
async function buildTime(consoleDir: string): Promise<Environment> {
  const made = await stat(join(consoleDir, '.made')).catch(() => undefined);
  return made === undefined ? {} : { PIIVAULT_BUILD_TIME: made.mtime.toISOString() };
}
