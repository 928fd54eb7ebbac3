import { type Waits, waitingRpc } from '@pii-vault/platform/domain/waiting/waiting';
import { defineModule, type ModuleKit, type RunningModule } from '@pii-vault/platform/runtime/module/module';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { type CryptoConfig, cryptoConfig } from './config.ts';
import { keyStoreNotOnline, toStartError } from './errors.ts';
import { listHsmStatus } from './key-store/hsm/list-hsm-status.ts';
import type { KeyStore } from './key-store/key-store.ts';
import { measuredKeyStore } from './key-store/measured-key-store.ts';
import { openKeyStore } from './key-store/open-key-store.ts';
import { createFirstKey } from './keys/company-keys/create-key.ts';
import { findAgreement } from './keys/company-keys/find-agreement.ts';
import { keysRpc } from './keys/company-keys/keys-rpc.ts';
import { openKeys } from './keys/company-keys/open-keys.ts';
import { createOwnerDirectory } from './keys/company-keys/owner-directory.ts';
import { retireFieldKeyVersion } from './keys/company-keys/retire-field-key-version.ts';
import { findRewraps } from './keys/rotations/find-rewraps.ts';
import { reportRewrap } from './keys/rotations/report-rewrap.ts';
import { rotationSchedule } from './keys/rotations/rotation.ts';
import { startRotations } from './keys/rotations/start-rotations.ts';
import { findCertificateKey } from './keys/signing/certificate-key.ts';
import { signCertificate } from './keys/signing/sign-certificate.ts';
import { signingRpc } from './keys/signing/signing-rpc.ts';
import { readTokenKeys } from './keys/signing/token-keys.ts';
import { companyKeyStats, hasBackup } from './register/company-key-stats.ts';
import { countDueKeys } from './register/count-due-keys.ts';
import { prepareDeployment } from './register/deployment/prepare-deployment.ts';
import { keyFacts } from './register/facts/key-facts.ts';
import { keyFactsRpc } from './register/facts/key-facts-rpc.ts';
import { type KeyStoreStatus, keyStoreStatus } from './register/key-store-status.ts';
import { listKeys } from './register/list-keys.ts';
import { registerRpc } from './register/register-rpc.ts';
import { startJobs } from './start-jobs.ts';

/** Topics of the events that this service publishes. */
const cryptoTopics = [
  'crypto.key_created',
  'crypto.key_rotated',
  'crypto.key_destroyed',
  'crypto.epoch_turned',
] as const;

type Kit = ModuleKit<CryptoConfig>;

export const cryptoModule = defineModule({
  name: 'crypto',
  config: cryptoConfig,
  migrations: new URL('../migrations/', import.meta.url),
  publishes: cryptoTopics,
  async start(kit): Promise<RunningModule> {
    const store = measuredKeyStore(await openKeyStore(kit.config, kit.log), kit.metrics);
    try {
      return await startOn(store, kit);
    } catch (error) {
      await store.close();
      throw toStartError(error);
    }
  },
});

async function startOn(store: KeyStore, kit: Kit): Promise<RunningModule> {
  const { config, db, client, self } = kit;
  const base = { db, store, now: () => new Date() };
  const checkpointKey = await prepareDeployment(base)(self());
  const directory = client(DirectoryService, 'tenancy');
  const owners = createOwnerDirectory({ directory, self: (causedBy) => self({ causedBy }) });
  const open = openKeys({ ...base, createFirstKey: createFirstKey({ ...base, owners }) });
  const schedule = rotationSchedule(config);
  const status = keyStoreStatus({ ...base, epochLifeDays: config.epochLifeDays });
  const dueKeys = countDueKeys({ ...base, schedule, epochLifeDays: config.epochLifeDays });
  startJobs(base, kit);
  return {
    services: [
      keysRpc({
        openKeys: open,
        findAgreement: findAgreement({ db, owners }),
        findRewraps: findRewraps({ db }),
        reportRewrap: reportRewrap({ db }),
        retireFieldKeyVersion: retireFieldKeyVersion({ ...base, graceMs: config.retireGraceMs }),
      }),
      signingRpc({
        store,
        checkpointKey,
        tokenKeys: readTokenKeys(base),
        signCertificate: signCertificate({
          ...base,
          findKey: findCertificateKey(base),
          epochLifeDays: config.epochLifeDays,
          deletionWaitDays: config.keyStore === 'kms' ? config.kmsDeletionDays : 0,
        }),
      }),
      registerRpc({
        keyStoreStatus: status,
        listHsmStatus: listHsmStatus(base),
        companyKeyStats: companyKeyStats({ db }),
        listKeys: listKeys({ db, schedule, epochLifeDays: config.epochLifeDays }),
      }),
      startRotations({
        ...base,
        kit,
        schedule,
        tokenDays: config.tokenRotationDays,
        checkMs: config.rotationCheckMs,
      }),
      keyFactsRpc({ keyFacts: keyFacts({ ...base, schedule }) }),
      waitingRpc('crypto', [
        [['keyStore'], async (ctx) => ({ keyStore: brokenStore(await status(ctx)) })],
        [['keys'], async (ctx, companyId) => ({ keys: await dueKeys(ctx, companyId) })],
        [
          ['setup.backup', 'setup.keyStore'],
          async (ctx) => ({
            'setup.backup': { count: (await hasBackup(db)) ? 0 : 1 },
            'setup.keyStore': { count: isHardware(await status(ctx)) ? 0 : 1 },
          }),
        ],
      ]),
    ],
    ready: () => checkOnline(store),
    stop: () => store.close(),
  };
}

/** One entry while data cannot be encrypted, or the store does not answer. */
function brokenStore({ status, encryption }: KeyStoreStatus): Waits {
  const count = encryption === 'active' && status === 'online' ? 0 : 1;
  return { count, overdue: count, details: { broken: encryption === 'active' ? 'keyStore' : 'encryption' } };
}

/** Whether a key store other than a file holds the keys, and answers. */
const isHardware = ({ protection, status }: KeyStoreStatus): boolean =>
  status === 'online' && (protection === 'hsm' || protection === 'cloud');

async function checkOnline(store: KeyStore): Promise<void> {
  const { status } = await store.health();
  if (status === 'offline') throw keyStoreNotOnline(status);
}
