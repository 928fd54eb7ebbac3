import { type ColumnMapping, unmappedColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import {
  COLUMN_TARGETS,
  type ColumnTarget,
  hasContent,
  isJoined,
} from '@pii-vault/platform/values/import-columns/column-target';

/** The mapping extended by the open columns for which `targetOf` gives a target. */
export const completed = (
  columns: readonly string[],
  mapping: ColumnMapping,
  targetOf: (column: string) => ColumnTarget | undefined,
): ColumnMapping => ({
  ...mapping,
  ...Object.fromEntries(
    unmappedColumns({ columns, targets: mapping }).flatMap((column) => {
      const target = targetOf(column);
      return target === undefined ? [] : [[column, target]];
    }),
  ),
});

export type MappingProblem =
  | { key: 'noField' }
  | { key: 'twice'; target: ColumnTarget }
  | { key: 'open'; columns: readonly string[] };

/** Why the server would refuse or hold an import with this mapping; undefined if it would not. */
export function mappingProblem(
  columns: readonly string[],
  mapping: ColumnMapping,
): MappingProblem | undefined {
  const targets = Object.values(mapping);
  const twice = COLUMN_TARGETS.find(
    (target) => !isJoined(target) && targets.filter((one) => one === target).length > 1,
  );
  if (twice) return { key: 'twice', target: twice };
  const open = unmappedColumns({ columns, targets: mapping });
  if (open.length > 0) return { key: 'open', columns: open };
  return hasContent(targets) ? undefined : { key: 'noField' };
}
