import { waitingRpc } from '@pii-vault/platform/domain/waiting/waiting';
import { defineModule } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { uploadLimits, vaultConfig } from './config.ts';
import { vaultConsumers } from './consumers/vault-consumers.ts';
import { startImports } from './imports/imports.ts';
import { CompanyKeys } from './keys/company-keys/company-keys.ts';
import { withoutStaleKeys } from './keys/company-keys/without-stale-keys.ts';
import { startErasures } from './lifecycle/erasures/start-erasures.ts';
import { startRewrap } from './lifecycle/rewrap/start-rewrap.ts';
import { readDataKey } from './lifecycle/rewrap/wrapped-keys-store.ts';
import { startApprovals } from './limits/approvals/start-approvals.ts';
import { peopleServices } from './people-services.ts';
import { getCompanyStatsUseCase } from './reporting/stats/company-stats.ts';
import { setupCounts } from './reporting/stats/stats-rpc.ts';
import { type Kit, sharedParts } from './shared-parts.ts';
import { startTicks } from './start-ticks.ts';

/** Topics of the events that this service publishes. */
const vaultTopics = ['vault.record_changed', 'vault.individual_erased', 'vault.erasure_completed'] as const;

/** Individuals, encrypted fields, consents, search, reveals, imports, match features. */
export const vaultModule = defineModule({
  name: 'vault',
  config: vaultConfig,
  migrations: new URL('../migrations/', import.meta.url),
  publishes: vaultTopics,
  consumers: vaultConsumers,
  countsDays: true,
  async start(parts: Kit) {
    const keys = new CompanyKeys(parts.client(KeysService, 'crypto'), parts.self, {
      readAgain: (name) => parts.db.tenant({ companies: [name.companyId] }, (tx) => readDataKey(tx, name)),
    });
    const kit = { ...parts, db: withoutStaleKeys(parts.db, keys) };
    const shared = sharedParts(kit, keys);
    const { status, encoding, sealing, counter, random } = shared;
    const { writePeople, withIdentities, budgets, conflicts, importAnswers, gate } = shared;
    const flush = () => counter.flush((work) => kit.db.system(work)).then(() => budgets.flush());
    await Promise.all([gate, importAnswers].map((one) => one.poll()));
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
      importAnswers,
      gate,
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
        ...approvals.services,
        waitingRpc('vault', [
          ...erasures.waiting,
          ...imports.waiting,
          ...approvals.waiting,
          ...setupCounts(getCompanyStatsUseCase({ db: kit.db, status })),
        ]),
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
