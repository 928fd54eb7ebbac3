import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import {
  type CountWaiting,
  countWaiting,
  type WaitingCounts,
  waitingRpc,
} from '@pii-vault/platform/domain/waiting/waiting';
import { defineModule, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { WaitingService } from '@pii-vault/proto/platform/v1/waiting';
import { authRpcs } from './auth/auth-rpc.ts';
import { identityConfig } from './config.ts';
import { identityConsumers } from './consumers/identity-consumers.ts';
import { apiCredentialRpcs } from './credentials/api-credentials-rpc.ts';
import { authorityRpcs } from './credentials/authority/authority-rpc.ts';
import { dailyMailsRpcs } from './daily-mails/daily-mails-rpc.ts';
import { type DailyMailDeps, sendDailyMails } from './daily-mails/send-daily-mails.ts';
import { forgetOld } from './forget-old.ts';
import { mailNotices } from './protection/administrator-notices/mail-notices.ts';
import { approverNoticesRpcs } from './protection/approver-notices/approver-notices-rpc.ts';
import { blockedAddressRpcs } from './protection/blocked-addresses/blocked-addresses-rpc.ts';
import { followMoves } from './protection/security/follow-moves.ts';
import { raiseLoginAlarms } from './protection/security/raise-login-alarms.ts';
import { securityRpcs, waitingCounts } from './protection/security/security-rpc.ts';
import { slideWindows } from './protection/security/slide-windows.ts';
import { factorPolicyRpcs } from './sessions/factor-policies/factor-policies-rpc.ts';
import { factorRpcs } from './sessions/factors/factors-rpc.ts';
import { mailPasswordLinks } from './sessions/passwords/mail-password-links.ts';
import { passwordRpcs } from './sessions/passwords/passwords-rpc.ts';
import { sessionRpcs } from './sessions/sessions-rpc.ts';
import { accessFactsRpcs } from './users/access-facts/access-facts-rpc.ts';
import { companyRoleRpcs } from './users/company-roles-rpc.ts';
import { figuresRpcs } from './users/figures/figures-rpc.ts';
import { replayRevocations } from './users/revocations/replay-revocations.ts';
import { userDirectoryRpcs } from './users/user-directory-rpc.ts';
import { setupCounts, userRpcs } from './users/users-rpc.ts';
import { wireIdentity } from './wire-identity.ts';

/** Topics of the events that this service publishes. */
const identityTopics = [
  'identity.user_created',
  'identity.user_updated',
  'identity.user_deleted',
  'identity.session_started',
  'identity.session_ended',
  'identity.login_attempted',
  'identity.company_role_assigned',
  'identity.company_role_removed',
] as const;

const CLEAN_EVERY_MS = 3_600_000;
const SLIDE_EVERY_MS = 60_000;
const MOVES = { users: 1_000, timeoutMs: 60_000 } as const;
/** Interval of the fallback; a request wakes the job. */
const LINKS_EVERY_MS = 30_000;
/** Interval of retries; a consumer wakes the job. */
const NOTICES_EVERY_MS = 30_000;
const ALARMS_EVERY_MS = 60_000;
const DAILY_MAILS_EVERY_MS = 300_000;

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
      const counts = [...waitingCounts(deps), ...setupCounts(deps)];
      const daily = { ...deps, zones: kit.zones, countWaiting: countingAt(kit, counts) };
      const dailyMails = kit.tick('daily mails', DAILY_MAILS_EVERY_MS, sendDailyMails(daily));
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
          waitingRpc('identity', counts),
          dailyMailsRpcs({ ...deps, wake: () => dailyMails.wake() }),
          figuresRpcs(kit),
          blockedAddressRpcs(deps),
        ],
        wake: () => notices.wake(),
        replays: replayRevocations(deps),
      };
    },
  });

/** How what waits is counted in each service; identity's own registers are in its database. */
function countingAt(
  { client }: Pick<ModuleKit, 'client'>,
  own: WaitingCounts,
): DailyMailDeps['countWaiting'] {
  const at = (service: ServiceName): CountWaiting => {
    const remote = client(WaitingService, service);
    return (ctx, companyId) => remote.countWaiting(ctx, { companyId });
  };
  return {
    crypto: at('crypto'),
    compliance: at('compliance'),
    vault: at('vault'),
    tenancy: at('tenancy'),
    lineage: at('lineage'),
    identity: countWaiting('identity', own),
  };
}

export const identityModule = identityModuleAt(Date.now);
