import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { ApproverNoticesServiceService } from '@pii-vault/proto/identity/v1/approver_notices';
import { AuthorityServiceService } from '@pii-vault/proto/identity/v1/authority';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { Agreements } from './agreements/agreements.ts';
import { dependentAccounts } from './approvals/dependent-accounts.ts';
import { AnswerGuard, answerBudget, importAnswerBudget } from './budgets/answer-guard.ts';
import { ConflictGuard } from './budgets/conflict-guard.ts';
import { RevealBudgets } from './budgets/reveal-budgets.ts';
import { CompanyStatus } from './company-status/company-status.ts';
import { answerLimits, type vaultConfig } from './config.ts';
import { EncodingPool } from './encoding-threads/encoding-pool.ts';
import { RandomPool } from './envelope/random-pool.ts';
import { spendErasure } from './erasures/spend-erasure.ts';
import { RecentWriteCache } from './features/recent-write-cache.ts';
import { IdPool } from './ids/id-pool.ts';
import type { CompanyKeys } from './keys/company-keys.ts';
import { policyNotices } from './policies/policy-notices.ts';
import { createWithIdentities } from './records/identities.ts';
import { createWritePeople } from './records/write-people.ts';
import { retentionFloor } from './retention/retention-floor.ts';
import { AuditBacklog } from './reveals/audit-backlog.ts';
import { AuditWriter } from './reveals/audit-ticket.ts';
import { DecryptCounter } from './reveals/decrypt-counter.ts';
import { Decryptor } from './reveals/decryptor.ts';
import { SealingPool } from './sealing-threads/sealing-pool.ts';
import { StoppedCredentials } from './stops/stopped-credentials.ts';

export type Kit = ModuleKit<ConfigOf<typeof vaultConfig>>;

/** Dependencies shared by several RPCs and jobs. */
export function sharedParts(kit: Kit, keys: CompanyKeys) {
  const { db, log, self, zones } = kit;
  const directory = kit.client(DirectoryServiceService, 'tenancy');
  const random = new RandomPool();
  const counter = new DecryptCounter();
  const backlog = new AuditBacklog(() => kit.outboxBacklog(), log);
  const ids = { individualIds: new IdPool('individual_ids'), fieldIds: new IdPool('field_ids') };
  const fresh = new RecentWriteCache();
  const sealing = new SealingPool(kit.config.sealingThreads);
  const writing = { keys, random, ...ids, sealing, fresh };
  const decryptor = new Decryptor(counter);
  const budgets = new RevealBudgets(db, zones);
  const writer = new AuditWriter(db, backlog, budgets);
  return {
    status: new CompanyStatus(directory, self),
    agreements: new Agreements(directory, self),
    random,
    counter,
    backlog,
    writing,
    fresh,
    sealing,
    decryptor,
    writer,
    budgets,
    conflicts: new ConflictGuard(db, zones),
    answers: new AnswerGuard(db, answerBudget(answerLimits(kit.config))),
    importAnswers: new AnswerGuard(db, importAnswerBudget(answerLimits(kit.config))),
    stops: new StoppedCredentials(db),
    spendErasure: spendErasure({ db, zones, perDay: kit.config.erasuresPerDay }),
    dependentAccounts: dependentAccounts({
      identity: kit.client(AuthorityServiceService, 'identity'),
      self,
    }),
    policyNotices: policyNotices({
      notices: kit.client(ApproverNoticesServiceService, 'identity'),
      log,
      self,
    }),
    withIdentities: createWithIdentities({ keys, writer, decryptor }),
    encoding: new EncodingPool(kit.config.encodingThreads),
    writePeople: createWritePeople(writing),
    floor: retentionFloor(kit.config),
  };
}
