import { defineModule, type Module } from '@pii-vault/platform/module/module';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { FeaturesServiceService } from '@pii-vault/proto/vault/v1/features';
import { lineageConfig } from './config.ts';
import { onRecordChanged } from './consumers/on-record-changed.ts';
import { storeKeys, textKeys } from './keys/store-keys.ts';
import { linksRpc } from './links/links-rpc.ts';
import { backfill, type MatchDeps, matchQueued } from './matching/match-worker.ts';
import { installModels, loadModels } from './matching/models.ts';
import { restingCompanies } from './matching/resting-companies.ts';
import { findEnded, openAgreements } from './scopes/agreement-store.ts';
import { watchAgreements } from './scopes/agreement-watch.ts';
import { closeAgreement } from './scopes/close-agreement.ts';
import { openCompanies } from './scopes/open-companies.ts';
import { matchWaiting } from './spaces/match-waiting.ts';
import { dropSpaces, switchSpaces } from './spaces/roll-spaces.ts';

/** A token of its own is signed for the work of one turn. */
const MATCH_MS = 60_000;

/** Links records of one person by what the vault encoded of them. Holds encodings and evidence; never a value. */
export const lineageModule = lineageWith(new URL('../models/', import.meta.url));

/** @param folder of model artefacts; scopes are brought to the newest encoding that one of them scores */
export function lineageWith(folder: URL): Module {
  return defineModule({
    name: 'lineage',
    config: lineageConfig,
    migrations: new URL('../migrations/', import.meta.url),
    async start(kit) {
      const { db } = kit;
      const directory = kit.client(DirectoryServiceService, 'tenancy');
      const crypto = kit.client(KeysServiceService, 'crypto');
      const agreements = watchAgreements(directory, () => kit.self());
      const companies = openCompanies(directory, () => kit.self());
      const models = loadModels(folder);
      const deps: MatchDeps = {
        db,
        features: kit.client(FeaturesServiceService, 'vault'),
        self: kit.self,
        keys: storeKeys(crypto, kit.self),
        models,
        matchBatch: kit.config.matchBatch,
        bulkFrom: kit.config.bulkFrom,
        resting: restingCompanies(kit.config.suspendedRestMs),
      };
      await db.system((tx) => installModels(tx, models));
      const matcher = kit.tick('match', 1_000, async (signal) => {
        await switchSpaces(deps, kit.self());
        const isMoreComing = await matchQueued(deps, signal);
        await matchWaiting(deps, kit.self({ deadlineMs: MATCH_MS }), signal, isMoreComing);
        if (isMoreComing) return matcher.wake();
        await backfill(deps, signal);
        await dropSpaces(deps, signal);
      });
      kit
        .tick('agreements', 1_000, async (signal) => {
          await companies.refresh();
          const live = await agreements.refresh();
          await db.system((tx) => openAgreements(tx, live, models.encodingVersion));
          for (const ended of await db.system((tx) => findEnded(tx, live)))
            while (!signal.aborted && !(await db.system((tx) => closeAgreement(tx, ended))));
          matcher.wake();
        })
        .wake();
      const wake = () => matcher.wake();
      const liveAgreements = () => agreements.live().map((agreement) => agreement.id);
      return {
        services: [
          linksRpc({
            db,
            companies,
            liveAgreements,
            keys: deps.keys,
            textKeys: textKeys(crypto, kit.self),
            models,
            wake,
          }),
        ],
        consumers: [
          onRecordChanged('vault.record_changed', wake),
          onRecordChanged('vault.individual_erased', wake),
        ],
        ready: () => agreements.ready(),
      };
    },
  });
}
