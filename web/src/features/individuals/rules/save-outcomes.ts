import { saveFile } from '../../../client/download.ts';
import { type Column, toCsv } from '../../../ui/data-table/column.ts';
import { individualName } from './addresses.ts';
import type { BulkOutcome } from './bulk-run.ts';

const columns: Column<BulkOutcome>[] = (['individualId', 'status', 'reason'] as const).map((id) => ({
  id,
  header: id,
  cell: () => null,
  value: (one) => (id === 'individualId' ? individualName(one.individualId) : (one[id] ?? '')),
}));

/** What happened to each person, with the reasons of refusals, as CSV. */
export function saveOutcomes(outcomes: readonly BulkOutcome[]): void {
  saveFile(new Blob([toCsv(columns, outcomes)], { type: 'text/csv;charset=utf-8' }), 'result.csv');
}
