import { defineConsumers } from '@pii-vault/platform/messaging/service-consumers';
import { lineageConfig } from '../config.ts';
import { onRecordChanged } from './on-record-changed.ts';

/** Queues changed and erased people, records their writers, and wakes the matcher. */
export const lineageConsumers = defineConsumers({
  service: 'lineage',
  config: lineageConfig,
  reads: ['vault.record_changed', 'vault.individual_erased'],
  specs: ({ wake, config }) => [
    onRecordChanged('vault.record_changed', wake, config),
    onRecordChanged('vault.individual_erased', wake, config),
  ],
});
