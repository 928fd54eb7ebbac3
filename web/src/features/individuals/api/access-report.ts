import type { AccessReport } from '@pii-vault/contract/principals/principals-schema';
import { client } from '../../../client/client.ts';

/** A person's data at a company and its recipients (DPDP Act, s.11); raw where consent covers the purpose. */
export const accessReport = (id: number, companyId: number, purpose: string): Promise<AccessReport> =>
  client.call('GET /individuals/{id}/access-report', {
    params: { id },
    query: { companyId, purpose: purpose === '' ? undefined : purpose },
  });
