import { loadConfig } from '@pii-vault/platform/config/config';
import type { ServiceConsumers } from '@pii-vault/platform/events/consumers';
import { CHECKPOINT_LIMITS } from '../checkpoints/checkpoint-keeper.ts';
import { growthWakes } from '../checkpoints/growth-wakes.ts';
import { auditConfig } from '../config.ts';
import { PRODUCERS } from '../entries/producers.ts';
import { openRevocations } from '../revocations/open-revocations.ts';
import { auditConsumer } from './on-audit-entry.ts';

/** Takes in the audit topic of every service; wakes the checkpoints when the tree has grown by what calls for one. */
export const auditConsumers: ServiceConsumers = {
  service: 'audit',
  specs({ db, log, env, wake }) {
    const revocations = openRevocations(loadConfig(auditConfig, env));
    const appended = growthWakes(CHECKPOINT_LIMITS.everyEntries, wake);
    return PRODUCERS.map((service) => auditConsumer({ db, log, revocations, appended }, service));
  },
};
