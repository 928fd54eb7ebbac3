import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';
import { CompanyChanged } from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import { requestRun } from '../checks/run-request-store.ts';

/** Another tier may bring other laws: the rules of the company are due. */
export function onCompanyChanged(): ConsumerSpec {
  return {
    name: 'check-changed-companies',
    topic: 'tenancy.company_updated',
    scope: 'system',
    onPoison: 'park',
    async handle({ tx, messages }) {
      const changed = messages.map(({ payload }) => Number(CompanyChanged.decode(payload).companyId));
      for (const companyId of new Set(changed)) await requestRun(tx, companyId);
    },
  };
}
