import type { ConfigOf } from '@pii-vault/platform/config/config';
import { defineModule, type ModuleKit } from '@pii-vault/platform/module/module';
import { SigningServiceService } from '@pii-vault/proto/crypto/v1/signing';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { accessFactsRpcs } from './access-facts/access-facts-rpc.ts';
import { apiCredentialRpcs } from './api-credentials/api-credentials-rpc.ts';
import { approverNoticesRpcs } from './approver-notices/approver-notices-rpc.ts';
import { authorityRpcs } from './authority/authority-rpc.ts';
import { blockedAddressRpcs } from './blocked-addresses/blocked-addresses-rpc.ts';
import { companyDirectory } from './companies/company-directory.ts';
import { identityConfig } from './config.ts';
import { authRpcs } from './exchange/auth-rpc.ts';
import { figuresRpcs } from './figures/figures-rpc.ts';
import { forgetOld } from './forget-old.ts';
import { createLoginThrottle, openThrottle } from './logins/login-throttle.ts';
import { sendCode } from './logins/send-code.ts';
import { notifyOwner } from './notices/notify-owner.ts';
import { mailPasswordLinks } from './passwords/mail-password-links.ts';
import { PASSWORD_COST } from './passwords/password-hash.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { passwordRpcs } from './passwords/passwords-rpc.ts';
import { verifyOwnPassword } from './passwords/verify-own-password.ts';
import { replayRevocations } from './revocations/replay-revocations.ts';
import { companyRoleRpcs } from './roles/company-roles-rpc.ts';
import { loadPowers } from './roles/load-powers.ts';
import { followMoves } from './security/follow-moves.ts';
import { securityRpcs } from './security/security-rpc.ts';
import { slideWindows } from './security/slide-windows.ts';
import { describeSessionUser } from './sessions/session-user.ts';
import { sessionRpcs } from './sessions/sessions-rpc.ts';
import { createStartSession } from './sessions/start-session.ts';
import { createStartToken } from './sessions/start-token.ts';
import { createTokenSigner } from './tokens/token-signer.ts';
import { sendWelcome } from './users/send-welcome.ts';
import { userDirectoryRpcs } from './users/user-directory-rpc.ts';
import { userRpcs } from './users/users-rpc.ts';

const CLEAN_EVERY_MS = 3_600_000;
const SLIDE_EVERY_MS = 60_000;
const MOVES = { users: 1_000, timeoutMs: 60_000 } as const;
/** A request wakes it; this is for what a crash left. */
const LINKS_EVERY_MS = 30_000;

export const identityModule = defineModule({
  name: 'identity',
  config: identityConfig,
  migrations: new URL('../migrations/', import.meta.url),
  async start(kit) {
    const deps = wire(kit);
    kit.tick('forget what is old', CLEAN_EVERY_MS, forgetOld({ db: kit.db, attemptDays: deps.attemptDays }));
    kit.tick('slide login windows', SLIDE_EVERY_MS, slideWindows({ db: kit.db }));
    kit.tick('follow moves of users', SLIDE_EVERY_MS, (signal) => followMoves(deps, { ...MOVES, signal }));
    const links = kit.tick('password links', LINKS_EVERY_MS, mailPasswordLinks(deps));
    return {
      services: [
        authRpcs(deps),
        sessionRpcs(deps),
        userRpcs(deps),
        userDirectoryRpcs(deps),
        passwordRpcs({ ...deps, wake: () => links.wake() }),
        companyRoleRpcs(deps),
        apiCredentialRpcs(deps),
        authorityRpcs(deps),
        approverNoticesRpcs(deps),
        accessFactsRpcs(deps),
        securityRpcs(deps),
        figuresRpcs(deps),
        blockedAddressRpcs(deps),
      ],
      replays: replayRevocations(deps),
    };
  },
});

function wire(kit: ModuleKit<ConfigOf<typeof identityConfig>>) {
  const { db, config, mailer, log } = kit;
  const token = { issuer: config.issuer, audience: config.audience };
  const signer = createTokenSigner({
    crypto: kit.client(SigningServiceService, 'crypto'),
    self: () => kit.self(),
  });
  const companies = companyDirectory({
    tenancy: kit.client(DirectoryServiceService, 'tenancy'),
    asIdentity: (causedBy) => kit.self({ causedBy }),
  });
  const powers = loadPowers({ db, companies });
  const hasher = createPasswordHasher({
    cost: { ...PASSWORD_COST, memory: config.passwordMemoryKib },
    refused: kit.metrics.counter('password_hashes_refused_total', 'Passwords not hashed: too many wait', [
      'of',
    ]),
  });
  const throttle = config.loginThrottle === 'off' ? openThrottle : createLoginThrottle(kit.cache);
  return {
    db,
    cache: kit.cache,
    mailer,
    log,
    notify: notifyOwner({ db, mailer, log, now: Date.now }),
    sendWelcome: sendWelcome({ db, mailer, log, consoleUrl: config.consoleUrl }),
    token,
    signer,
    companies,
    loadPowers: powers,
    describe: describeSessionUser({ db, loadPowers: powers }),
    hasher,
    throttle,
    sendCode: sendCode({ db, mailer, log }),
    verifyOwnPassword: verifyOwnPassword({ db, hasher, throttle }),
    startToken: createStartToken({ signer, token, now: Date.now }),
    startSession: createStartSession({ signer, token }),
    loginRisk: config.loginRisk,
    throttlesLogins: config.loginThrottle === 'on',
    attemptDays: config.attemptDays,
    setupCode: config.setupCode,
    consoleUrl: config.consoleUrl,
    isTestDatabase: config.isTestDatabase,
    now: Date.now,
  };
}
