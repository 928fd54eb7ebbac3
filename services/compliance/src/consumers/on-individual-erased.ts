import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';
import { IndividualErased } from '@pii-vault/proto/vault/events/v1/vault_events';
import { requestRun } from '../checks/run-request-store.ts';

/** What a company stores has become less: the rules over its rows are due. */
export function onIndividualErased(): ConsumerSpec {
  return {
    name: 'check-after-erasures',
    topic: 'vault.individual_erased',
    scope: 'system',
    onPoison: 'park',
    async handle({ tx, messages }) {
      const touched = messages.map(({ payload }) => Number(IndividualErased.decode(payload).companyId));
      for (const companyId of new Set(touched)) await requestRun(tx, companyId);
    },
  };
}
