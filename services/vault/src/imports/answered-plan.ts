import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import {
  type ColumnMapping,
  type ColumnPlan,
  columnsOf,
  targetIn,
  unmappedColumns,
} from '@pii-vault/platform/values/import-columns/column-plan';
import {
  hasNoContent,
  NO_CONTENT,
  planHeaderRow,
  quoted,
  refuseOtherPurposes,
  refuseTwice,
} from './column-mapping.ts';
import type { FilePlan } from './file-plan.ts';
import type { Unmapped } from './import.ts';
import { invalidMapping } from './import-errors.ts';
import { leftOpen } from './sample-columns.ts';

/** Answer of the caller to a held import; omitted parts stay unchanged. */
export interface HoldAnswer {
  readonly mapping: ColumnMapping | undefined;
  readonly unmapped: Unmapped;
  readonly dateOrder: DateOrder | undefined;
}

/**
 * The plan of a held import with the caller's answer. `refusals`: columns that may say who refused consent, which
 * unmapped=ignore does not leave out.
 * @throws AppError IMPORT_MAPPING naming the columns that the answer leaves open
 */
export function answeredPlan(plan: FilePlan, answer: HoldAnswer, refusals: readonly string[] = []): FilePlan {
  const mapping =
    answer.mapping === undefined
      ? plan.mapping
      : { ...joinedNames(plan.columns, answer.mapping), ...plan.mapping, ...answer.mapping };
  refuseTwice(Object.entries(mapping ?? {}));
  refuseOtherPurposes(answer.mapping ?? {}, plan.purposes ?? []);
  const unmapped = answer.unmapped === 'ignore' ? 'ignore' : plan.unmapped;
  const columns = answeredColumns({ ...plan, mapping, unmapped }, refusals);
  const { survey: _, refusals: __, ...rest } = plan;
  return { ...rest, mapping, unmapped, columns, ...answeredDates(plan, columns, answer) };
}

/** Columns of the name stay part of it when the answer adds another one. */
function joinedNames(plan: ColumnPlan, answer: ColumnMapping): ColumnMapping {
  if (!Object.values(answer).includes('name')) return {};
  return Object.fromEntries(columnsOf(plan, 'name').map((column) => [column, 'name']));
}

function answeredColumns(plan: FilePlan, refusals: readonly string[]): ColumnPlan {
  const { mapping, unmapped } = plan;
  const isCsv = plan.mediaType === 'text/csv';
  const named = isCsv
    ? planHeaderRow(plan.columns.columns, mapping)
    : mappedKeys(plan.columns, mapping ?? {});
  const undecided = refusals.filter((column) => !Object.hasOwn(mapping ?? {}, column));
  const columns = unmapped === 'ignore' ? leftOpen(named, undecided) : named;
  const open = unmappedColumns(columns);
  if (unmapped === 'ignore' && open.length > 0) {
    throw invalidMapping(
      `${quoted(open)} may say who refused consent, and unmapped=ignore does not leave such columns out; map each to noConsentIfYes, noConsentIfNo, withdrawIfYes, withdrawIfNo, or ignore`,
    );
  }
  if (open.length > 0) {
    throw invalidMapping(
      `${quoted(open)} ${open.length === 1 ? 'has' : 'have'} no target; map each to a field or to ignore, or send unmapped=ignore`,
    );
  }
  if (hasNoContent(columns)) throw invalidMapping(NO_CONTENT);
  return columns;
}

/** Objects name their own keys, so each key is mapped by itself. */
function mappedKeys({ columns, targets }: ColumnPlan, mapping: ColumnMapping): ColumnPlan {
  const own = columns.flatMap((column) => {
    const target = targetIn(mapping, column);
    return target === undefined ? [] : [[column, target]];
  });
  return { columns, targets: { ...targets, ...Object.fromEntries(own) } };
}

function answeredDates(
  { dates, dateOrder, columns: former }: FilePlan,
  columns: ColumnPlan,
  answer: HoldAnswer,
): Pick<FilePlan, 'dates' | 'dateOrder' | 'isDateOrderSettled'> {
  const order = answer.dateOrder ?? dateOrder;
  const isAsked =
    dates !== undefined && String(columnsOf(former, 'dob')) === String(columnsOf(columns, 'dob'));
  if (isAsked && answer.dateOrder === undefined) {
    throw invalidMapping(
      `Dates of birth contradict the order ${dateOrder} from record ${dates.firstRow} on; send dateOrder=dmy (day before month) or dateOrder=mdy`,
    );
  }
  return { dates: undefined, dateOrder: order, isDateOrderSettled: isAsked };
}
