import { defineModule } from '@pii-vault/platform/module/module';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { FeaturesServiceService } from '@pii-vault/proto/vault/v1/features';
import { lineageConfig } from './config.ts';
import { onRecordChanged } from './consumers/on-record-changed.ts';
import { linksRpc } from './links/links-rpc.ts';
import { backfill, type MatchDeps, matchQueued } from './matching/match-worker.ts';
import { restingCompanies } from './matching/resting-companies.ts';
import { findEnded, openAgreements } from './scopes/agreement-store.ts';
import { watchAgreements } from './scopes/agreement-watch.ts';
import { closeAgreement } from './scopes/close-agreement.ts';
import { openCompanies } from './scopes/open-companies.ts';
import { loadModel } from './scoring/model.ts';

const MODEL = new URL('../models/identifiers-1.json', import.meta.url);

/** Links records that share an identifier. Holds handles and evidence; never a value, never a key. */
export const lineageModule = defineModule({
  name: 'lineage',
  config: lineageConfig,
  migrations: new URL('../migrations/', import.meta.url),
  async start(kit) {
    const { db } = kit;
    const directory = kit.client(DirectoryServiceService, 'tenancy');
    const agreements = watchAgreements(directory, () => kit.self());
    const companies = openCompanies(directory, () => kit.self());
    const deps: MatchDeps = {
      db,
      features: kit.client(FeaturesServiceService, 'vault'),
      self: kit.self,
      model: loadModel(MODEL),
      bucketCap: kit.config.bucketCap,
      matchBatch: kit.config.matchBatch,
      resting: restingCompanies(kit.config.suspendedRestMs),
    };
    const matcher = kit.tick('match', 1_000, async (signal) => {
      await matchQueued(deps, signal);
      await backfill(deps, signal);
    });
    kit
      .tick('agreements', 1_000, async (signal) => {
        await companies.refresh();
        const live = await agreements.refresh();
        await db.system((tx) => openAgreements(tx, live));
        for (const ended of await db.system((tx) => findEnded(tx, live)))
          while (!signal.aborted && !(await db.system((tx) => closeAgreement(tx, ended))));
        matcher.wake();
      })
      .wake();
    const wake = () => matcher.wake();
    return {
      services: [
        linksRpc({ db, companies, liveAgreements: () => agreements.live().map((agreement) => agreement.id) }),
      ],
      consumers: [
        onRecordChanged('vault.record_changed', wake),
        onRecordChanged('vault.individual_erased', wake),
      ],
      ready: () => agreements.ready(),
    };
  },
});
