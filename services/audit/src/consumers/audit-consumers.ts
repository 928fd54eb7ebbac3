import { auditTopic } from '@pii-vault/platform/domain/audit-entry';
import { defineConsumers } from '@pii-vault/platform/messaging/service-consumers';
import { CHECKPOINT_LIMITS } from '../checkpoints/checkpoint-keeper.ts';
import { openCheckpoints } from '../checkpoints/open-checkpoints.ts';
import { auditConfig } from '../config.ts';
import { PRODUCERS } from '../entries/producers.ts';
import { openRevocations } from '../revocations/open-revocations.ts';
import { auditConsumer } from './on-audit-entry.ts';

/** Consumes the audit topic of every service. Wakes the checkpoint job when the tree has grown by its threshold. */
export const auditConsumers = defineConsumers({
  service: 'audit',
  config: auditConfig,
  reads: PRODUCERS.map(auditTopic),
  specs({ db, log, config, wake }) {
    const revocations = openRevocations(config);
    const file = openCheckpoints(config);
    const appended = growthWakes(CHECKPOINT_LIMITS.everyEntries, wake);
    return PRODUCERS.map((service) => auditConsumer({ db, log, revocations, file, appended }, service));
  },
});

/**
 * Wakes the checkpoint job when the tree has grown by `everyEntries`, not with every append.
 * @returns a function to call with the size of the tree after each append
 */
function growthWakes(everyEntries: number, wake: () => void): (size: number) => void {
  let wokenAt = 0;
  return (size) => {
    if (size - wokenAt < everyEntries) return;
    wokenAt = size;
    wake();
  };
}
