import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@pii-vault/platform/config/config';
import { DATABASE_NAME } from './embedded/database.ts';
import type { LocalSecrets } from './embedded/secrets.ts';
import type { Settings } from './settings.ts';

/** Name of the list of revocations in the keys folder, and of the secret that guards it. */
export const REVOCATIONS = 'audit-revocations';

interface Facts {
  readonly environment: Settings['environment'];
  readonly port: number;
  readonly keysDir: string;
  /** Folder of the built console. */
  readonly consoleDir: string;
}

/** What the embedded topology decides for the modules; a variable set by the user goes before it. */
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

/** Where audit lists what was taken away, and the secret that guards the list. */
export async function revocationEnv(keysDir: string, secrets: LocalSecrets): Promise<Environment> {
  await secrets.get(REVOCATIONS);
  return {
    AUDIT_REVOCATION_FILE: join(keysDir, REVOCATIONS),
    AUDIT_REVOCATION_KEY_FILE: join(keysDir, 'secrets', REVOCATIONS),
  };
}

/** When scripts/build-web last built the console: nothing else here is built. */
async function buildTime(consoleDir: string): Promise<Environment> {
  const made = await stat(join(consoleDir, '.made')).catch(() => undefined);
  return made === undefined ? {} : { PIIVAULT_BUILD_TIME: made.mtime.toISOString() };
}
