import { defineConfig, secret } from '@pii-vault/platform/config/config';
import { z } from 'zod';

/** Settings of identity; IDENTITY_… variables. */
export const identityConfig = defineConfig('IDENTITY', {
  /** `iss` of external tokens. */
  issuer: z.string().min(1).default('pii-vault'),
  /** `aud` of external tokens. */
  audience: z.string().min(1).default('pii-vault-api'),
  /** record: the risk of a login is kept and shown. enforce: above 70 it is refused. */
  loginRisk: z.enum(['record', 'enforce']).default('record'),
  /** Must be given at /admin-setup when set; production sets it. */
  setupCode: secret().optional(),
  /** The database holds test data: demo tokens may reveal and write. */
  isTestDatabase: z.stringbool().default(false),
  /** Address of the console, for links in mails. Never taken from a request. */
  consoleUrl: z.url().default('http://localhost:8080'),
});
