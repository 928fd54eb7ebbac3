import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/events/service-consumers';
import { onRecordChanged } from './on-record-changed.ts';

/** Queues whom the vault has changed or erased, and wakes the matcher. */
export const lineageConsumers = defineConsumers({
  service: 'lineage',
  config: NO_SETTINGS,
  reads: ['vault.record_changed', 'vault.individual_erased'],
  specs: ({ wake }) => [
    onRecordChanged('vault.record_changed', wake),
    onRecordChanged('vault.individual_erased', wake),
  ],
});
