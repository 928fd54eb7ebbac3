import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import {
  type ColumnMapping,
  type ColumnPlan,
  ignoringUnmapped,
  planColumns,
  unmappedColumns,
} from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnAnswers } from '@pii-vault/platform/values/import-columns/consent-cells';
import type { Separator } from '@pii-vault/platform/values/import-columns/csv-separators';
import { hasNoContent, NO_CONTENT } from './column-mapping.ts';
import type { MediaType, Unmapped } from './import.ts';
import { invalidMapping, unusableHeader } from './import-errors.ts';
import type { FilePosition } from './record-framer.ts';
import { headerRowMapper, ownKeysMapper, type RowMapper } from './row-mapper.ts';

/** Number of dates of birth that exist only in the other order of day and month. */
export interface DateContradiction {
  readonly order: DateOrder;
  readonly rows: number;
  readonly firstRow: number;
  readonly firstLine: number | undefined;
  /** Others exist only in the current order. */
  readonly isMixed: boolean;
}

/** Progress and findings of the survey of a file: stored encrypted between two turns. */
export interface Survey {
  readonly position: FilePosition;
  readonly rows: number;
  readonly dates: DateContradiction | undefined;
  /** A date of birth exists only in the current order. */
  readonly agrees: boolean;
  /**
   * What columns that neither the header nor the caller gives a target say about consent; for NDJSON of any object, in
   * order of occurrence.
   */
  readonly answers: ReadonlyArray<readonly [column: string, said: ColumnAnswers]>;
}

/** A column that may say who refused consent. */
export interface FoundRefusal {
  readonly column: string;
  /** Examples of its answers. */
  readonly examples: readonly string[];
  /** No row has a value. Absent where an earlier version found the column. */
  readonly isBlank?: boolean;
}

/** How a whole file is parsed, and what blocks it: stored encrypted with the file. */
export interface FilePlan {
  readonly mediaType: MediaType;
  /** NDJSON: the keys of its first object, and those without a target that the survey found. */
  readonly columns: ColumnPlan;
  /** The caller's mapping; for NDJSON it also applies to keys that occur later. */
  readonly mapping: ColumnMapping | undefined;
  readonly unmapped: Unmapped;
  /** Of the consent of the import; absent while it is uploaded. */
  readonly purposes?: readonly string[];
  readonly dateOrder: DateOrder;
  /** The caller has answered about contradicting dates: remaining ones are refused row by row. */
  readonly isDateOrderSettled: boolean;
  /** Found by the survey, which holds the import. */
  readonly dates: DateContradiction | undefined;
  /** Of CSV. */
  readonly separator: Separator;
  /** Position of the first row of people: after the byte order mark, a separator line, titles and the header row. */
  readonly start: FilePosition;
  /** The last line of the titles above the header row, from 1; absent without titles. */
  readonly titleLines?: number;
  /** Columns that may say who refused consent, found by the survey of the whole file. */
  readonly refusals?: readonly FoundRefusal[];
  /** A running survey. */
  readonly survey?: Survey;
}

/** The caller's decisions about parsing a file. */
export interface FileReadOptions {
  readonly mapping: ColumnMapping | undefined;
  readonly unmapped: Unmapped;
  readonly dateOrder: DateOrder;
}

/**
 * The columns of a file with the caller's decisions.
 * @throws AppError IMPORT_HEADER or IMPORT_MAPPING when there is nothing to import
 */
export function columnsUnder(columns: ColumnPlan, { mapping, unmapped }: FileReadOptions): ColumnPlan {
  const plan = unmapped === 'ignore' ? ignoringUnmapped(columns) : columns;
  if (!hasNoContent(plan)) return plan;
  if (mapping === undefined)
    throw unusableHeader(
      'No column of the file is a known field of a person; name them in the header row or send a mapping',
    );
  throw invalidMapping(NO_CONTENT);
}

/** Why the import is held, UPPER_SNAKE; undefined when nothing stands in the way. */
export function holdReason({
  columns,
  dates,
  unmapped,
}: FilePlan): 'UNMAPPED_COLUMNS' | 'CONSENT_COLUMNS' | 'DATE_ORDER' | undefined {
  // Only columns that may say who refused consent stay open then.
  if (unmappedColumns(columns).length > 0)
    return unmapped === 'hold' ? 'UNMAPPED_COLUMNS' : 'CONSENT_COLUMNS';
  return dates === undefined ? undefined : 'DATE_ORDER';
}

/** Whether the survey must read the file before its first row is written. */
export const needsSurvey = (plan: FilePlan): boolean =>
  plan.mediaType !== 'text/csv' ||
  undecidedColumns(plan).length > 0 ||
  (!plan.isDateOrderSettled && Object.values(plan.columns.targets).includes('dob'));

/** Columns of the plan that neither the header nor the caller gives a target. */
export const undecidedColumns = ({ columns, mapping }: Pick<FilePlan, 'columns' | 'mapping'>): string[] =>
  unmappedColumns(planColumns(columns.columns, mapping));

export const mapperOf = (plan: FilePlan): RowMapper =>
  plan.mediaType === 'text/csv' ? headerRowMapper(plan.columns) : ownKeysMapper(plan.mapping);

/** The plan for encrypted storage. */
export const planToJson = (plan: FilePlan): string => JSON.stringify(plan);

/**
 * Parses the result of planToJson, which the import's key has authenticated. A survey that an earlier version began has
 * no or other answers of the rows that it read, so it starts again.
 */
export function planFromJson(json: string): FilePlan {
  const { survey, ...plan } = JSON.parse(json) as FilePlan;
  // JSON does not hold what an earlier version did not write, whatever the type says.
  const answers: Survey['answers'] | undefined = survey?.answers;
  const isWhole = answers?.every(([, said]) => Object.hasOwn(said, 'hasRefusal'));
  return survey !== undefined && isWhole === true ? { ...plan, survey } : plan;
}
