import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { CryptoConfig } from './config.ts';
import { recordHsmStatus } from './key-store/hsm/record-hsm-status.ts';
import type { KeyStore } from './key-store/key-store.ts';
import { destroyEndedEpochs } from './keys/epochs/destroy-ended-epochs.ts';
import { turnEpoch } from './keys/epochs/turn-epoch.ts';

/** Timeout of an epoch turn: it uses every stored key once, and the key store may be remote. */
const EPOCH_TURN_MS = 600_000;

type Kit = ModuleKit<CryptoConfig>;

/** Starts the jobs for epochs and for health of the key store. */
export function startJobs(base: { db: Kit['db']; store: KeyStore; now: () => Date }, kit: Kit): void {
  const { config, log, self, tick } = kit;
  const turn = turnEpoch({ ...base, epochLifeDays: config.epochLifeDays });
  const destroyEnded = destroyEndedEpochs(base);
  const epochs = tick('epochs', config.epochCheckMs, async () => {
    const ctx = self({ deadlineMs: EPOCH_TURN_MS });
    const turned = await turn(ctx);
    if (turned !== undefined) log.info('epoch turned', { ...turned });
    for (const epoch of await destroyEnded(ctx)) log.info('epoch key destroyed', { epoch });
  });
  epochs.wake();
  const record = recordHsmStatus(base);
  const hsm = tick('hsm status', config.healthCheckMs, async () => {
    const { status, alertLevel, metrics } = await record();
    if (alertLevel !== 'normal') log.warn('key store needs attention', { status, alertLevel, ...metrics });
  });
  hsm.wake();
}
