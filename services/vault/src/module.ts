import type { ConfigOf } from '@pii-vault/platform/config/config';
import { defineModule, type ModuleKit } from '@pii-vault/platform/module/module';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { ApproverNoticesServiceService } from '@pii-vault/proto/identity/v1/approver_notices';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { Agreements } from './agreements/agreements.ts';
import { startApprovals } from './approvals/start-approvals.ts';
import { ConflictGuard } from './budgets/conflict-guard.ts';
import { RevealBudgets } from './budgets/reveal-budgets.ts';
import { CompanyStatus } from './company-status/company-status.ts';
import { uploadLimits, vaultConfig } from './config.ts';
import { vaultConsumers } from './consumers/vault-consumers.ts';
import { EncodingPool } from './encoding-threads/encoding-pool.ts';
import { RandomPool } from './envelope/random-pool.ts';
import { startErasures } from './erasures/start-erasures.ts';
import { FreshPeople } from './features/fresh-people.ts';
import { IdPool } from './ids/id-pool.ts';
import { startImports } from './imports/imports.ts';
import { CompanyKeys } from './keys/company-keys.ts';
import { withoutStaleKeys } from './keys/without-stale-keys.ts';
import { peopleServices } from './people-services.ts';
import { policyNotices } from './policies/policy-notices.ts';
import { createWithIdentities } from './records/identities.ts';
import { createWritePeople } from './records/write-people.ts';
import { retentionFloor } from './retention/retention-floor.ts';
import { AuditBacklog } from './reveals/audit-backlog.ts';
import { AuditWriter } from './reveals/audit-ticket.ts';
import { DecryptCounter } from './reveals/decrypt-counter.ts';
import { Decryptor } from './reveals/decryptor.ts';
import { startRewrap } from './rewrap/start-rewrap.ts';
import { readDataKey } from './rewrap/wrapped-keys-store.ts';
import { SealingPool } from './sealing-threads/sealing-pool.ts';
import { startTicks } from './start-ticks.ts';
import { StoppedCredentials } from './stops/stopped-credentials.ts';
import { vaultTopics } from './topics.ts';

type Kit = ModuleKit<ConfigOf<typeof vaultConfig>>;

/** Individuals, encrypted fields, consents, search, reveals, imports, match features. */
export const vaultModule = defineModule({
  name: 'vault',
  config: vaultConfig,
  migrations: new URL('../migrations/', import.meta.url),
  publishes: vaultTopics,
  consumers: vaultConsumers,
  async start(parts: Kit) {
    const keys = new CompanyKeys(parts.client(KeysServiceService, 'crypto'), parts.self, {
      readAgain: (name) => parts.db.tenant({ companies: [name.companyId] }, (tx) => readDataKey(tx, name)),
    });
    const kit = { ...parts, db: withoutStaleKeys(parts.db, keys) };
    const shared = sharedParts(kit, keys);
    const { status, encoding, sealing, counter, random } = shared;
    const { writePeople, withIdentities, budgets, conflicts, stops } = shared;
    const flush = () => counter.flush((work) => kit.db.system(work)).then(() => budgets.flush());
    await Promise.all([conflicts.poll(), stops.poll()]);
    startTicks({ kit, ...shared, keys, flush });
    const { importMaxBytes: maxBytes, fieldKeySettleMs: settleMs } = kit.config;
    const imports = startImports({
      kit,
      keys,
      companyStatus: status,
      random,
      writePeople,
      withIdentities,
      conflicts,
      stops,
      maxBytes,
      limits: uploadLimits(kit.config),
    });
    const erasures = startErasures({ kit, ...shared, keys });
    const approvals = startApprovals({ kit, ...shared, keys });
    const wake = startRewrap({ kit, keys, random, settleMs });
    return {
      services: [
        ...peopleServices({ kit, ...shared }),
        ...erasures.services,
        ...imports.services,
        ...approvals,
      ],
      wake,
      replays: erasures.replays,
      ready: () => status.poll(),
      stop: async () => {
        await Promise.all([encoding.stop(), sealing.stop()]);
        await flush();
        await budgets.flush(true);
      },
    };
  },
});

/** What several calls and jobs use. */
function sharedParts(kit: Kit, keys: CompanyKeys) {
  const { db, log, self } = kit;
  const directory = kit.client(DirectoryServiceService, 'tenancy');
  const random = new RandomPool();
  const counter = new DecryptCounter();
  const backlog = new AuditBacklog(() => kit.outboxBacklog(), log);
  const ids = { individualIds: new IdPool('individual_ids'), fieldIds: new IdPool('field_ids') };
  const fresh = new FreshPeople();
  const sealing = new SealingPool(kit.config.sealingThreads);
  const writing = { keys, random, ...ids, sealing, fresh };
  const decryptor = new Decryptor(counter);
  const budgets = new RevealBudgets(db);
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
    conflicts: new ConflictGuard(db),
    stops: new StoppedCredentials(db),
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
