import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { KeyOwner, WrappedPurpose } from '../../key-store/hierarchy/key-owner.ts';
import type { WrappedUse } from './encryption-key.ts';

/** Columns that identify the use of a stored key. */
export interface KeyUseRow {
  readonly company_id: number;
  readonly agreement_id: number;
  readonly party_company_ids: readonly number[];
  readonly purpose: WrappedPurpose;
  readonly owner_service: ServiceName | '';
}

export function useFromRow(row: KeyUseRow): WrappedUse {
  return { owner: ownerFromRow(row), purpose: row.purpose, ownerService: row.owner_service };
}

export function ownerFromRow(
  row: Pick<KeyUseRow, 'company_id' | 'agreement_id' | 'party_company_ids'>,
): KeyOwner {
  const [a, b] = row.party_company_ids;
  if (row.company_id > 0) return { kind: 'company', companyId: row.company_id };
  if (row.agreement_id === 0 || a === undefined || b === undefined) return { kind: 'deployment' };
  return { kind: 'agreement', agreementId: row.agreement_id, companyIds: [a, b] };
}
