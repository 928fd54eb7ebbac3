import { defineConfig, secret } from '@pii-vault/platform/core/config/config';
import { isProduction, isPublicUrl } from '@pii-vault/platform/core/config/production';
import { z } from 'zod';
import { isRole, ROLES, type Role } from './accounts/roles/role.ts';
import { PASSWORD_COST } from './sessions/passwords/password-hash.ts';

const INDEPENDENCE_DAYS = 7;

/** Settings of identity; IDENTITY_… variables. */
export const identityConfig = defineConfig(
  'IDENTITY',
  {
    /** `iss` of external tokens. */
    issuer: z.string().min(1).default('pii-vault'),
    /** `aud` of external tokens. */
    audience: z.string().min(1).default('pii-vault-api'),
    /**
     * record: the risk of a login is stored and shown. enforce: above 70 a login is refused; the default in production.
     */
    loginRisk: z.enum(['record', 'enforce']),
    /** off: every login reaches its password check, for measurements. Refused in production. */
    loginThrottle: z.enum(['on', 'off']).default('on'),
    /** Argon2id memory of new passwords, KiB. Less than the default is for tests and refused in production. */
    passwordMemoryKib: z.coerce.number().int().min(8).max(1_048_576).default(PASSWORD_COST.memory),
    /** How long login attempts are kept, days; DPDP Rule 6(1)(e) asks for a year. */
    attemptDays: z.coerce.number().int().min(365).max(3_650).default(365),
    /**
     * Days for which an account decides nothing as a second person for one that created or changed it. Less than 7 is
     * for tests and refused in production.
     */
    independenceDays: z.coerce.number().int().min(0).max(365).default(INDEPENDENCE_DAYS),
    /** If set, /admin-setup requires it; production sets it. */
    setupCode: secret().optional(),
    /** The database holds test data: demo tokens may reveal and write. */
    isTestDatabase: z.stringbool().default(false),
    /**
     * Roles whose users must have a second factor, with commas, or `none`. Default: super_admin,admin in production,
     * none elsewhere.
     */
    secondFactorRoles: z.string().transform(readRoles),
    /** Address of the console, for links in mails and as the relying party of passkeys. Never taken from a request. */
    consoleUrl: z.url().default('http://localhost:8080'),
  },
  (
    { loginThrottle, passwordMemoryKib = PASSWORD_COST.memory, independenceDays = INDEPENDENCE_DAYS, ...own },
    env,
  ) => {
    if (!isProduction(env)) return [];
    return [
      ...(own.setupCode === undefined
        ? [
            'IDENTITY_SETUP_CODE: production needs one, given at /admin-setup#code=…; set IDENTITY_SETUP_CODE_FILE',
          ]
        : []),
      ...(own.isTestDatabase === true ? ['IDENTITY_IS_TEST_DATABASE: production has no test database'] : []),
      ...(own.consoleUrl === undefined || isPublicUrl(own.consoleUrl)
        ? []
        : ['IDENTITY_CONSOLE_URL: production needs the public https address, not this machine']),
      ...(loginThrottle === 'off' ? ['IDENTITY_LOGIN_THROTTLE: in production it is on'] : []),
      ...(passwordMemoryKib < PASSWORD_COST.memory
        ? [`IDENTITY_PASSWORD_MEMORY_KIB: in production at least ${PASSWORD_COST.memory}`]
        : []),
      ...(independenceDays < INDEPENDENCE_DAYS
        ? [`IDENTITY_INDEPENDENCE_DAYS: in production at least ${INDEPENDENCE_DAYS}`]
        : []),
    ];
  },
  (env) =>
    isProduction(env)
      ? { loginRisk: 'enforce', secondFactorRoles: 'super_admin,admin' }
      : { loginRisk: 'record', secondFactorRoles: 'none' },
);

function readRoles(list: string, ctx: z.RefinementCtx): Role[] {
  const names = list.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === 'none') return [];
  const unknown = names.filter((name) => !isRole(name));
  if (unknown.length > 0)
    ctx.addIssue({ code: 'custom', message: `roles with commas (${ROLES.join(', ')}), or none` });
  return names.filter(isRole);
}
