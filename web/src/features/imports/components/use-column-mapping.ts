import { type ColumnMapping, columnsOf } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { useState } from 'react';

/**
 * The mapping of a form. Columns that are left out together are not named to the server: it leaves them out, too, but
 * asks about one of them that says who refused consent in a later row.
 */
export function useColumnMapping(columns: readonly string[], initial: () => ColumnMapping) {
  const [mapping, setMapping] = useState(initial);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ignored = columnsOf({ columns, targets: mapping }, 'ignore');
  const leftOut = new Set(ignored.filter((column) => !chosen.has(column)));
  const named = Object.entries(mapping).filter(([column]) => !leftOut.has(column));
  return {
    mapping,
    /** What the server is sent. */
    answer: {
      mapping: Object.fromEntries(named),
      ...(leftOut.size > 0 && { unmapped: 'ignore' as const }),
    },
    choose: (column: string, target: ColumnTarget) => {
      setMapping({ ...mapping, [column]: target });
      setChosen(new Set([...chosen, column]));
    },
    setMapping,
  };
}
