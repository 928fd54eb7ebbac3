import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { defineModule, type Module } from '@pii-vault/platform/module/module';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { FeaturesServiceService } from '@pii-vault/proto/vault/v1/features';
import { lineageConfig } from './config.ts';
import { onRecordChanged } from './consumers/on-record-changed.ts';
import { storeKeys, textKeys } from './keys/store-keys.ts';
import { linkFactsRpc } from './link-facts/link-facts-rpc.ts';
import { foldLinks } from './links/fold-links.ts';
import { linksRpc } from './links/links-rpc.ts';
import { backfill, type MatchDeps, matchQueued } from './matching/match-worker.ts';
import { installModels, loadModels } from './matching/models.ts';
import { restingCompanies } from './matching/resting-companies.ts';
import { findEnded, openAgreements } from './scopes/agreement-store.ts';
import { type AgreementWatch, watchAgreements } from './scopes/agreement-watch.ts';
import { closeAgreement } from './scopes/close-agreement.ts';
import { openCompanies } from './scopes/open-companies.ts';
import { matchWaiting } from './spaces/match-waiting.ts';
import { dropSpaces, switchSpaces } from './spaces/roll-spaces.ts';

/** Links records of one person by what the vault encoded of them. Holds encodings and evidence; never a value. */
export const lineageModule = lineageWith(new URL('../models/', import.meta.url));

/** @param folder of model artefacts; scopes are brought to the newest encoding that one of them scores */
export function lineageWith(folder: URL): Module {
  return defineModule({
    name: 'lineage',
    config: lineageConfig,
    migrations: new URL('../migrations/', import.meta.url),
    async start(kit) {
      const { db, config, self } = kit;
      const directory = kit.client(DirectoryServiceService, 'tenancy');
      const crypto = kit.client(KeysServiceService, 'crypto');
      const agreements = watchAgreements(directory, () => self());
      const companies = openCompanies(directory, () => self());
      const models = loadModels(folder);
      const deps: MatchDeps = {
        db,
        self,
        models,
        features: kit.client(FeaturesServiceService, 'vault'),
        keys: storeKeys(crypto, self),
        matchBatch: config.matchBatch,
        bulkFrom: config.bulkFrom,
        resting: restingCompanies(config.suspendedRestMs),
      };
      await db.system((tx) => installModels(tx, models));
      const matcher = kit.tick('match', 1_000, async (signal) => {
        if (await matchOnce(deps, self({ deadlineMs: MATCH_MS }), signal)) matcher.wake();
      });
      const wake = () => matcher.wake();
      const agreementTick = kit.tick('agreements', 1_000, async (signal) => {
        await companies.refresh();
        await followAgreements(db, agreements, models.encodingVersion, signal);
        wake();
      });
      agreementTick.wake();
      kit.tick('fold links', 5_000, foldLinks(db));
      const liveAgreements = () => agreements.live().map((agreement) => agreement.id);
      const reading = { db, companies, liveAgreements };
      return {
        services: [
          linksRpc({ ...reading, keys: deps.keys, textKeys: textKeys(crypto, self), models, wake }),
          linkFactsRpc({ db }),
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

/** How long one turn may work under one token, ms. */
const MATCH_MS = 60_000;

/** One turn of all that matching does. @returns whether the queue may hold more */
async function matchOnce(deps: MatchDeps, ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  await switchSpaces(deps, ctx);
  const isMoreComing = await matchQueued(deps, signal);
  await matchWaiting(deps, ctx, signal, isMoreComing);
  if (isMoreComing) return true;
  await backfill(deps, signal);
  await dropSpaces(deps, signal);
  return false;
}

/** Opens a scope for each agreement that came into force and clears those that ended. */
async function followAgreements(
  db: Pick<Database, 'system'>,
  agreements: AgreementWatch,
  encodingVersion: number,
  signal: AbortSignal,
): Promise<void> {
  const live = await agreements.refresh();
  await db.system((tx) => openAgreements(tx, live, encodingVersion));
  for (const ended of await db.system((tx) => findEnded(tx, live)))
    while (!signal.aborted && !(await db.system((tx) => closeAgreement(tx, ended))));
}
