import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { companyDirectory } from './accounts/companies/company-directory.ts';
import { loadPowers } from './accounts/roles/load-powers.ts';
import type { identityConfig } from './config.ts';
import { createTokenSigner } from './credentials/tokens/token-signer.ts';
import { mailBudget } from './protection/notices/mail-budget.ts';
import { notifyOwner } from './protection/notices/notify-owner.ts';
import { askServices, forgedEvents } from './protection/security/forged-events.ts';
import { factorPolicy } from './sessions/factors/factor-policy.ts';
import { relyingParty } from './sessions/factors/relying-party.ts';
import { verifyFactor } from './sessions/factors/verify-factor.ts';
import { createLoginThrottle, openThrottle } from './sessions/logins/login-throttle.ts';
import { refusalRecorder } from './sessions/logins/record-attempt.ts';
import { sendCode } from './sessions/logins/send-code.ts';
import { openPasswordHasher } from './sessions/passwords/open-password-hasher.ts';
import { verifyOwnPassword } from './sessions/passwords/verify-own-password.ts';
import { describeSessionUser } from './sessions/session-user.ts';
import { createStartSession } from './sessions/start-session.ts';
import { createStartToken } from './sessions/start-token.ts';
import { sendWelcome } from './users/send-welcome.ts';

/** Shared dependencies of identity's use cases. @param now clock of logins, sessions, tokens and factors, epoch ms */
export function wireIdentity(kit: ModuleKit<ConfigOf<typeof identityConfig>>, now: () => number) {
  const { db, config, mailer, log } = kit;
  const token = { issuer: config.issuer, audience: config.audience };
  const signer = createTokenSigner({
    crypto: kit.client(SigningService, 'crypto'),
    self: () => kit.self(),
  });
  const companies = companyDirectory({
    tenancy: kit.client(DirectoryService, 'tenancy'),
    asIdentity: (causedBy) => kit.self({ causedBy }),
  });
  const powers = loadPowers({ db, companies });
  const hasher = openPasswordHasher(kit);
  const mails = mailBudget(kit.cache, log);
  const throttle = config.loginThrottle === 'off' ? openThrottle : createLoginThrottle(kit.cache);
  return {
    db,
    self: kit.self,
    ...wireFactors(kit, now),
    enterRefusal: refusalRecorder(db),
    cache: kit.cache,
    mailer,
    mails,
    log,
    notify: notifyOwner({ db, mailer, log, mails, now }),
    sendWelcome: sendWelcome({ db, mailer, log, consoleUrl: config.consoleUrl }),
    token,
    signer,
    companies,
    forgedEvents: forgedEvents(askServices(kit), log),
    loadPowers: powers,
    describe: describeSessionUser({ db, loadPowers: powers }),
    hasher,
    throttle,
    sendCode: sendCode({ db, mailer, log }),
    verifyOwnPassword: verifyOwnPassword({ db, hasher, throttle }),
    startToken: createStartToken({ signer, token, now }),
    startSession: createStartSession({ signer, token, now }),
    loginRisk: config.loginRisk,
    throttlesLogins: config.loginThrottle === 'on',
    attemptDays: config.attemptDays,
    independenceDays: config.independenceDays,
    setupCode: config.setupCode,
    consoleUrl: config.consoleUrl,
    secondFactorRoles: config.secondFactorRoles,
    isTestDatabase: config.isTestDatabase,
    now,
  };
}

function wireFactors(kit: ModuleKit<ConfigOf<typeof identityConfig>>, now: () => number) {
  const { db, config } = kit;
  const textKeys = new TextKeys(kit.client(KeysService, 'crypto'), kit.self);
  const party = relyingParty(config.consoleUrl);
  return {
    textKeys,
    party,
    verifyFactor: verifyFactor({ db, textKeys, party, now }),
    mustHaveFactor: factorPolicy(config.secondFactorRoles),
  };
}
