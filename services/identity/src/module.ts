import { defineModule } from '@pii-vault/platform/runtime/module/module';
import { accessFactsRpcs } from './access-facts/access-facts-rpc.ts';
import { mailNotices } from './administrator-notices/mail-notices.ts';
import { apiCredentialRpcs } from './api-credentials/api-credentials-rpc.ts';
import { approverNoticesRpcs } from './approver-notices/approver-notices-rpc.ts';
import { authorityRpcs } from './authority/authority-rpc.ts';
import { blockedAddressRpcs } from './blocked-addresses/blocked-addresses-rpc.ts';
import { identityConfig } from './config.ts';
import { identityConsumers } from './consumers/identity-consumers.ts';
import { authRpcs } from './exchange/auth-rpc.ts';
import { factorPolicyRpcs } from './factor-policies/factor-policies-rpc.ts';
import { factorRpcs } from './factors/factors-rpc.ts';
import { figuresRpcs } from './figures/figures-rpc.ts';
import { forgetOld } from './forget-old.ts';
import { mailPasswordLinks } from './passwords/mail-password-links.ts';
import { passwordRpcs } from './passwords/passwords-rpc.ts';
import { replayRevocations } from './revocations/replay-revocations.ts';
import { companyRoleRpcs } from './roles/company-roles-rpc.ts';
import { followMoves } from './security/follow-moves.ts';
import { raiseLoginAlarms } from './security/raise-login-alarms.ts';
import { securityRpcs } from './security/security-rpc.ts';
import { slideWindows } from './security/slide-windows.ts';
import { sessionRpcs } from './sessions/sessions-rpc.ts';
import { identityTopics } from './topics.ts';
import { userDirectoryRpcs } from './users/user-directory-rpc.ts';
import { userRpcs } from './users/users-rpc.ts';
import { wireIdentity } from './wire-identity.ts';

const CLEAN_EVERY_MS = 3_600_000;
const SLIDE_EVERY_MS = 60_000;
const MOVES = { users: 1_000, timeoutMs: 60_000 } as const;
/** Interval of the fallback; a request wakes the job. */
const LINKS_EVERY_MS = 30_000;
/** Interval of retries; a consumer wakes the job. */
const NOTICES_EVERY_MS = 30_000;
const ALARMS_EVERY_MS = 60_000;

/** Identity with a given clock, epoch ms. */
export const identityModuleAt = (now: () => number) =>
  defineModule({
    name: 'identity',
    config: identityConfig,
    migrations: new URL('../migrations/', import.meta.url),
    publishes: identityTopics,
    consumers: identityConsumers,
    countsDays: true,
    async start(kit) {
      const deps = wireIdentity(kit, now);
      kit.tick('forget what is old', CLEAN_EVERY_MS, forgetOld(deps));
      kit.tick('slide login windows', SLIDE_EVERY_MS, slideWindows({ db: kit.db }));
      kit.tick('follow moves of users', SLIDE_EVERY_MS, (signal) => followMoves(deps, { ...MOVES, signal }));
      const links = kit.tick('password links', LINKS_EVERY_MS, mailPasswordLinks(deps));
      const notices = kit.tick('mail notices', NOTICES_EVERY_MS, mailNotices(deps));
      kit.tick('raise login alarms', ALARMS_EVERY_MS, raiseLoginAlarms(deps));
      return {
        services: [
          authRpcs(deps),
          sessionRpcs(deps),
          userRpcs(deps),
          userDirectoryRpcs(deps),
          factorRpcs(deps),
          factorPolicyRpcs(deps),
          passwordRpcs({ ...deps, wake: () => links.wake() }),
          companyRoleRpcs(deps),
          apiCredentialRpcs(deps),
          authorityRpcs(deps),
          approverNoticesRpcs(deps),
          accessFactsRpcs(deps),
          securityRpcs(deps),
          figuresRpcs(kit),
          blockedAddressRpcs(deps),
        ],
        wake: () => notices.wake(),
        replays: replayRevocations(deps),
      };
    },
  });

export const identityModule = identityModuleAt(Date.now);
