import type { ServiceConsumers } from '@pii-vault/platform/events/consumers';
import { onRecordChanged } from './on-record-changed.ts';

/** Queues whom the vault has changed or erased, and wakes the matcher. */
export const lineageConsumers: ServiceConsumers = {
  service: 'lineage',
  specs: ({ wake }) => [
    onRecordChanged('vault.record_changed', wake),
    onRecordChanged('vault.individual_erased', wake),
  ],
};
