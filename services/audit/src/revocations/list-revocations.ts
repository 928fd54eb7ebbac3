import { revokingAction } from '@pii-vault/platform/domain/revocations/revocation';
import type { TrailColumns } from '../entries/columns.ts';
import type { RevocationLine } from './revocation-line.ts';

/** The revoking and deleting entries, as lines of the list outside the database. */
export function revocationLines(rows: readonly { readonly columns: TrailColumns }[]): RevocationLine[] {
  return rows.flatMap(({ columns }) => {
    const { producer, decision, fieldNames, purpose, objectIds = {} } = columns.details;
    const action = revokingAction(columns.action, objectIds);
    if (action === undefined || decision === 'refused') return [];
    return {
      service: producer,
      entry: { epoch: columns.epoch, seq: columns.seq },
      action,
      at: columns.timestamp.toISOString(),
      ...(columns.companyId === 0 ? {} : { companyId: columns.companyId }),
      ...(columns.individualId === null ? {} : { individualId: columns.individualId }),
      ...(fieldNames === undefined ? {} : { fieldNames: [...fieldNames] }),
      ...(purpose === undefined ? {} : { purpose }),
      ...(Object.keys(objectIds).length === 0 ? {} : { objectIds: { ...objectIds } }),
    };
  });
}
