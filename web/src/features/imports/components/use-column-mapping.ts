import {
  type ColumnMapping,
  ignoredColumns,
  targetIn,
} from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { useState } from 'react';

/**
 * The mapping of a form. Columns that are left out together are not named to the server: it leaves them out, too, but
 * asks about one of them that says who refused consent in a later row. Columns that the server leaves out by their
 * header need no `unmapped`: with it, the server would also leave out keys that only later objects of a file have.
 */
export function useColumnMapping(columns: readonly string[], initial: () => ColumnMapping) {
  const [start] = useState(initial);
  const [mapping, setMapping] = useState(start);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ignored = ignoredColumns({ columns, targets: mapping });
  const leftOut = new Set(ignored.filter((column) => !chosen.has(column)));
  const named = Object.entries(mapping).filter(([column]) => !leftOut.has(column));
  const isAnyOpen = [...leftOut].some((column) => targetIn(start, column) !== 'ignore');
  return {
    mapping,
    /** What the server is sent. */
    answer: {
      mapping: Object.fromEntries(named),
      ...(isAnyOpen && { unmapped: 'ignore' as const }),
    },
    choose: (column: string, target: ColumnTarget) => {
      setMapping({ ...mapping, [column]: target });
      setChosen(new Set([...chosen, column]));
    },
    setMapping,
  };
}
