import { isPurpose } from '@pii-vault/platform/domain/purpose';
import {
  type ColumnMapping,
  type ColumnPlan,
  MAX_COLUMNS,
  planColumns,
  targetIn,
  unmappedColumns,
} from '@pii-vault/platform/values/import-columns/column-plan';
import {
  COLUMN_TARGETS,
  type ColumnTarget,
  consentTargetOf,
  hasContent,
  isJoined,
  type PurposeTarget,
} from '@pii-vault/platform/values/import-columns/column-target';
import { plainName } from '@pii-vault/platform/values/import-columns/header-name';
import { invalidMapping } from './import-errors.ts';

/**
 * The caller's mapping, JSON `{column: target}` with the targets of COLUMN_TARGETS; undefined for ''.
 * @throws AppError IMPORT_MAPPING when it has another form, or maps two columns to a single-column target
 */
export function parseMapping(json: string): ColumnMapping | undefined {
  return json === '' ? undefined : checkedMapping(parseObject(json));
}

/** @throws AppError IMPORT_MAPPING when it has another target, or maps two columns to a single-column target */
export function checkedMapping(given: object): ColumnMapping {
  const entries = Object.entries(given);
  if (entries.length > MAX_COLUMNS) throw invalidMapping(`The mapping has more than ${MAX_COLUMNS} columns`);
  const mapping = entries.map(([column, value]): [string, ColumnTarget] => [
    plainName(column),
    asTarget(column, value),
  ]);
  refuseTwice(mapping);
  return Object.fromEntries(mapping);
}

function parseObject(json: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw invalidMapping('The mapping is not valid JSON', { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalidMapping('The mapping is not a JSON object of columns');
  }
  return parsed;
}

function asTarget(column: string, target: unknown): ColumnTarget {
  const known = COLUMN_TARGETS.find((one) => one === target);
  if (known !== undefined) return known;
  if (typeof target === 'string' && isPurposeTarget(target)) return target;
  throw invalidMapping(
    `${quoted([column])} is mapped to something unknown; a column is one of ${COLUMN_TARGETS.join(', ')}, or a consent target with a purpose as in noConsentIfYes:marketing`,
  );
}

function isPurposeTarget(target: string): target is PurposeTarget {
  const purpose = consentTargetOf(target)?.purpose;
  return purpose !== undefined && isPurpose(purpose);
}

/** @throws AppError IMPORT_MAPPING when a column refuses a purpose that the import does not have */
export function refuseOtherPurposes(mapping: ColumnMapping, purposes: readonly string[]): void {
  for (const [column, target] of Object.entries(mapping)) {
    const purpose = consentTargetOf(target)?.purpose;
    if (purpose === undefined || purposes.includes(purpose)) continue;
    throw invalidMapping(
      `${quoted([column])} is about the purpose ${purpose}, and the import has ${purposes.join(', ')}`,
    );
  }
}

export function refuseTwice(entries: ReadonlyArray<readonly [string, ColumnTarget]>): void {
  const columnBy = new Map<ColumnTarget, string>();
  for (const [column, target] of entries) {
    const other = columnBy.get(target);
    if (other !== undefined && !isJoined(target)) {
      throw invalidMapping(
        `${quoted([other, column])} are both mapped to ${target}; map one of them to ignore`,
      );
    }
    columnBy.set(target, column);
  }
}

/**
 * The plan of a CSV with these columns.
 * @throws AppError IMPORT_MAPPING when the mapping names an unknown column, or a second one for a single-column target
 */
export function planHeaderRow(columns: readonly string[], mapping: ColumnMapping | undefined): ColumnPlan {
  const present = new Set(columns);
  const missing = Object.keys(mapping ?? {}).filter((column) => !present.has(column));
  if (missing.length > 0) throw invalidMapping(`The file has no column ${quoted(missing)}`);
  return planColumns(columns, mapping);
}

export const NO_CONTENT =
  'No column is mapped to a field of a person; an import needs one, or an id with a column that withdraws consent';

/** Whether every column has a target and there is nothing to import. */
export const hasNoContent = (plan: ColumnPlan): boolean =>
  unmappedColumns(plan).length === 0 &&
  !hasContent(plan.columns.flatMap((column) => targetIn(plan.targets, column) ?? []));

const SHOWN = 5;
const SHOWN_LENGTH = 60;

/** Column names for an error: the first few, each shortened. */
export function quoted(columns: readonly string[]): string {
  const shown = columns.slice(0, SHOWN).map((column) => JSON.stringify(column.slice(0, SHOWN_LENGTH)));
  return columns.length > SHOWN ? `${shown.join(', ')} and ${columns.length - SHOWN} more` : shown.join(', ');
}
