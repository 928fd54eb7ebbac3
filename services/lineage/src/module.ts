import { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import { waitingRpc } from '@pii-vault/platform/domain/waiting/waiting';
import { defineModule, type Module, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { FeaturesService } from '@pii-vault/proto/vault/v1/features';
import { type LineageConfig, lineageConfig } from './config.ts';
import { lineageConsumers } from './consumers/lineage-consumers.ts';
import { disclosePairs } from './disclosure/cross-pairs/disclose-pairs.ts';
import { budgetsOf } from './disclosure/cross-pairs/disclosure.ts';
import { probesRpc } from './disclosure/probes/probes-rpc.ts';
import { countUndecided } from './links/analyse-links.ts';
import { linkFactsRpc } from './links/facts/link-facts-rpc.ts';
import { foldLinks } from './links/fold-links.ts';
import { foldPeople } from './links/fold-people.ts';
import { linksRpc } from './links/links-rpc.ts';
import { ConsentEnds } from './matching/consent-ends/consent-ends.ts';
import { decideEntry, verifyEntries, withdrawDecision } from './matching/decide-entry.ts';
import { followAgreements } from './matching/follow-agreements.ts';
import { installModels, loadModels } from './matching/models.ts';
import { type MatchingThread, matchingThread } from './matching/thread/matching-thread.ts';
import type { ThreadSettings } from './matching/thread/thread-protocol.ts';
import { storeKeys } from './spaces/keys/store-keys.ts';
import { watchAgreements } from './spaces/scopes/agreement-watch.ts';
import { openCompanies } from './spaces/scopes/open-companies.ts';

/** Topics of the events that this service publishes. */
const lineageTopics = [
  'lineage.link_detected',
  'lineage.link_removed',
  'lineage.link_decided',
  'lineage.duplicate_detected',
  'lineage.entity_merged',
  'lineage.entity_split',
  'lineage.credential_stop_changed',
] as const;

/** Links records of one person by the vault's encodings. Stores encodings and evidence, never a value. */
export const lineageModule = lineageWith(new URL('../models/', import.meta.url));

/** @param folder folder of model artefacts; its newest encoding is the target of all scopes */
export function lineageWith(folder: URL): Module {
  return defineModule({
    name: 'lineage',
    config: lineageConfig,
    migrations: new URL('../migrations/', import.meta.url),
    publishes: lineageTopics,
    consumers: lineageConsumers,
    async start(kit) {
      const { db, self } = kit;
      const directory = kit.client(DirectoryService, 'tenancy');
      const crypto = kit.client(KeysService, 'crypto');
      const agreements = watchAgreements(directory, () => self());
      const companies = openCompanies(directory, () => self());
      const models = loadModels(folder);
      await db.system((tx) => installModels(tx, models));
      const matching = matchingThread(kit, settingsOf(kit, folder));
      const wake = startMatching(kit, matching);
      const agreementTick = kit.tick('agreements', 1_000, async (signal) => {
        await companies.refresh();
        await followAgreements(db, agreements, models.encodingVersion, signal);
        wake();
      });
      agreementTick.wake();
      kit.tick('fold links', 5_000, foldLinks(db));
      kit.tick('fold linked people', 5_000, foldPeople(db));
      const liveAgreements = () => agreements.live().map((agreement) => agreement.id);
      const reading = { db, companies, liveAgreements, consentEnds: await startConsentEnds(kit) };
      const undecided = countUndecided(reading);
      const textKeys = new TextKeys(crypto, self);
      const deciding = { ...reading, keys: storeKeys(crypto, self), textKeys, models, wake };
      const purposeOf = (id: number) => agreements.live().find((one) => one.id === id)?.purpose;
      return {
        services: [
          linksRpc({
            ...reading,
            textKeys,
            decideEntry: decideEntry(deciding),
            verifyEntries: verifyEntries(deciding),
            withdrawDecision: withdrawDecision(deciding),
            consents: kit.client(FeaturesService, 'vault'),
            self: (options) => kit.self(options),
            purposeOf,
          }),
          probesRpc({
            db,
            now: () => new Date(),
            budgets: budgetsOf(kit.config),
            identity: kit.client(AuthorityService, 'identity'),
            self,
          }),
          linkFactsRpc({ db }),
          waitingRpc('lineage', [
            [
              ['relationships'],
              async (ctx, companyId) => ({ relationships: await undecided(ctx, companyId) }),
            ],
          ]),
        ],
        wake,
        ready: () => agreements.ready(),
        stop: () => matching.stop(),
      };
    },
  });
}

async function startConsentEnds({ db, tick }: ModuleKit<LineageConfig>): Promise<ConsentEnds> {
  const consentEnds = new ConsentEnds(db, () => new Date());
  await consentEnds.find();
  tick('consent ends', 1_000, () => consentEnds.refresh());
  return consentEnds;
}

/** Shows matched pairs at once where an agreement permits it. @returns a function that wakes the matcher */
function startMatching({ tick, db, self }: ModuleKit<LineageConfig>, matching: MatchingThread): () => void {
  const discloser = tick('disclose pairs', 1_000, (signal) => disclosePairs(db, self(), new Date(), signal));
  const matcher = tick('match', 1_000, async (signal) => {
    if (await matching.turn(signal)) matcher.wake();
    discloser.wake();
  });
  return () => matcher.wake();
}

function settingsOf({ database, config }: ModuleKit<LineageConfig>, models: URL): ThreadSettings {
  if (database === undefined) throw new Error('lineage has a schema');
  const { matchBatch, bulkFrom, learnFrom, suspendedRestMs } = config;
  const budgets = budgetsOf(config);
  return { database, models: models.href, matchBatch, bulkFrom, learnFrom, suspendedRestMs, budgets };
}
