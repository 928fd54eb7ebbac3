import type { Environment } from '@pii-vault/platform/config/config';
import type { Settings } from './settings.ts';

/**
 * Everything in one process is for evaluation; who means it for production says so, and gives the code without
 * which a stranger could be the first at /admin-setup.
 * @throws Error whose message is for the operator
 */
export function checkProduction(
  config: Pick<Settings, 'environment' | 'allowAllInOne'>,
  env: Environment,
): void {
  if (env.NODE_ENV === 'production' && !config.allowAllInOne)
    throw new Error(
      'All in one process is for evaluation. Set PIIVAULT_ALLOW_ALL_IN_ONE=true if you mean it.',
    );
  const hasCode = Boolean(env.IDENTITY_SETUP_CODE) || Boolean(env.IDENTITY_SETUP_CODE_FILE);
  if (config.environment === 'production' && !hasCode)
    throw new Error(
      'In production the first administrator needs a code: set IDENTITY_SETUP_CODE_FILE, and open /admin-setup#code=…',
    );
}
