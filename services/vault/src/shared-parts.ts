import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { answerLimits, type vaultConfig } from './config.ts';
import { Agreements } from './consents/agreements/agreements.ts';
import { CompanyStatus } from './consents/company-status/company-status.ts';
import { retentionFloor } from './consents/retention-floor.ts';
import { EncodingPool } from './encoding/threads/encoding-pool.ts';
import type { CompanyKeys } from './keys/company-keys/company-keys.ts';
import { RandomPool } from './keys/envelope/random-pool.ts';
import { dependentAccounts } from './limits/approvals/dependent-accounts.ts';
import { usableApprovals } from './limits/approvals/usable-approvals.ts';
import {
  AnswerGuard,
  answerBudget,
  conflictBudget,
  importAnswerBudget,
} from './limits/budgets/answer-guard.ts';
import { RevealBudgets } from './limits/budgets/reveal-budgets.ts';
import { spendConsents, spendErasure } from './limits/budgets/spend-daily.ts';
import { policyNotices } from './limits/policies/policy-notices.ts';
import { StoppedCredentials } from './limits/stops/stopped-credentials.ts';
import { WriteGate } from './limits/write-gate.ts';
import { IdPool } from './people/ids/id-pool.ts';
import { createWithIdentities } from './people/records/identities.ts';
import { RecentWriteCache } from './people/records/recent-write-cache.ts';
import { createWritePeople } from './people/records/write-people.ts';
import { SealingPool } from './people/sealing-threads/sealing-pool.ts';
import { AuditBacklog } from './reveals/audit-backlog.ts';
import { AuditWriter } from './reveals/audit-ticket.ts';
import { DecryptCounter } from './reveals/decrypt-counter.ts';
import { Decryptor } from './reveals/decryptor.ts';

export type Kit = ModuleKit<ConfigOf<typeof vaultConfig>>;

/** Dependencies shared by several RPCs and jobs. */
export function sharedParts(kit: Kit, keys: CompanyKeys) {
  const { db, log, self, zones } = kit;
  const directory = kit.client(DirectoryService, 'tenancy');
  const random = new RandomPool();
  const counter = new DecryptCounter();
  const backlog = new AuditBacklog(() => kit.outboxBacklog(), log);
  const ids = { individualIds: new IdPool('individual_ids'), fieldIds: new IdPool('field_ids') };
  const fresh = new RecentWriteCache();
  const sealing = new SealingPool(kit.config.sealingThreads);
  const writing = { keys, random, ...ids, sealing, fresh };
  const decryptor = new Decryptor(counter);
  const identity = kit.client(AuthorityService, 'identity');
  const approvals = usableApprovals({ db, identity, self });
  const budgets = new RevealBudgets(db, zones, approvals.use);
  const writer = new AuditWriter(db, backlog, budgets);
  const status = new CompanyStatus(directory, self);
  const conflicts = new AnswerGuard(db, conflictBudget(zones));
  const gate = new WriteGate({
    ...{ status, conflicts },
    stops: new StoppedCredentials(db),
    answers: new AnswerGuard(db, answerBudget(answerLimits(kit.config))),
  });
  return {
    status,
    gate,
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
    conflicts,
    importAnswers: new AnswerGuard(db, importAnswerBudget(answerLimits(kit.config))),
    approvals,
    spendErasure: spendErasure({ db, zones, useApproval: approvals.use, perDay: kit.config.erasuresPerDay }),
    spendConsents: spendConsents({
      db,
      zones,
      useApproval: approvals.use,
      perDay: kit.config.consentsPerDay,
    }),
    dependentAccounts: dependentAccounts({ identity, self }),
    policyNotices: policyNotices({
      notices: kit.client(ApproverNoticesService, 'identity'),
      log,
      self,
    }),
    withIdentities: createWithIdentities({ keys, writer, decryptor }),
    encoding: new EncodingPool(kit.config.encodingThreads),
    writePeople: createWritePeople(writing),
    floor: retentionFloor(kit.config),
  };
}
