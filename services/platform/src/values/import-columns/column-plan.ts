import type { ColumnTarget } from './column-target.ts';
import {
  type HeaderMeaning,
  isArea,
  isHouse,
  isMobileHeader,
  isOwnExport,
  isPostcode,
  meaningOf,
  ownExportTarget,
} from './known-headers.ts';

/** A row of people has a dozen columns. */
export const MAX_COLUMNS = 512;

/** The caller's own choice, by the file's column names. */
export type ColumnMapping = Readonly<Record<string, ColumnTarget>>;

/** The column's own target: a column may be called like a member of every object, such as `constructor`. */
export const targetIn = (targets: ColumnMapping, column: string): ColumnTarget | undefined =>
  Object.hasOwn(targets, column) ? targets[column] : undefined;

/** How the rows of one file are read: for every target, the columns that make it up. */
export interface ColumnPlan {
  /** Names as the file has them. For NDJSON the keys seen so far; more may follow. */
  readonly columns: readonly string[];
  /** Column to target. An absent column has no target yet. */
  readonly targets: Readonly<Record<string, ColumnTarget>>;
}

/**
 * Reads columns by the caller's mapping, and those that it does not name by the list of known headers. A header that
 * says what another column says already gets no target: which of the two counts is for the caller to say. The parts
 * of an address are joined with it; a whole name is not joined with its parts. A mobile number comes before another
 * phone, which may be a landline of the house. A postcode or a house alone is no address.
 */
export function planColumns(columns: readonly string[], mapping: ColumnMapping = {}): ColumnPlan {
  const targets = Object.fromEntries(
    columns.flatMap((column) => {
      const target = targetIn(mapping, column);
      return target === undefined ? [] : [[column, target]];
    }),
  );
  const mapped = new Set(Object.values(targets));
  const taken = { mapped, targets: new Set(mapped), slots: new Set<string>() };
  const open = columns.filter((column) => !Object.hasOwn(targets, column));
  const isOwn = open.length > 0 && isOwnExport(columns);
  for (const { column, meaning: known } of likeliestFirst(open)) {
    const own = isOwn ? ownExportTarget(column) : undefined;
    const meaning = own === undefined ? known : { target: own, slot: `own ${column}` };
    if (meaning === undefined || isTaken(meaning, taken)) continue;
    targets[column] = meaning.target;
    taken.targets.add(meaning.target);
    taken.slots.add(meaning.slot);
  }
  for (const column of loneParts({ columns, targets }, mapping)) delete targets[column];
  return { columns, targets };
}

/**
 * Houses and postcodes that would be the address of people whose streets are in columns without a target, or nowhere. A
 * city alone is where somebody lives; a postcode alone is not, and a house without a street may be that of a school.
 */
function loneParts(plan: ColumnPlan, mapping: ColumnMapping): string[] {
  const parts = plan.columns.filter((column) => targetIn(plan.targets, column) === 'address');
  if (parts.some((column) => targetIn(mapping, column) !== undefined)) return [];
  if (parts.some((column) => !isPostcode(column) && !isHouse(column) && !isArea(column))) return [];
  return parts.some(isArea) ? parts.filter(isHouse) : parts;
}

interface KnownColumn {
  readonly column: string;
  readonly meaning: HeaderMeaning | undefined;
}

function likeliestFirst(columns: readonly string[]): readonly KnownColumn[] {
  const known = columns.map((column): KnownColumn => ({ column, meaning: meaningOf(column) }));
  const isFirst = ({ column, meaning }: KnownColumn) =>
    meaning?.slot === 'name' || (meaning?.target === 'phone' && isMobileHeader(column));
  return [...known.filter(isFirst), ...known.filter((one) => !isFirst(one))];
}

/** What columns have so far: targets that the caller chose, all targets, and slots. */
interface Taken {
  readonly mapped: ReadonlySet<ColumnTarget>;
  readonly targets: ReadonlySet<ColumnTarget>;
  readonly slots: ReadonlySet<string>;
}

function isTaken({ target, slot }: Pick<HeaderMeaning, 'target' | 'slot'>, taken: Taken): boolean {
  if (target === 'ignore') return false;
  if (taken.slots.has(slot)) return true;
  if (target === 'address') return false;
  if (target === 'name') return taken.mapped.has('name') || taken.slots.has('name');
  return taken.targets.has(target);
}

/** Columns of one target in the order in which their values are joined: known parts by rank, others as they come. */
export function columnsOf(plan: ColumnPlan, target: ColumnTarget): string[] {
  return plan.columns
    .filter((column) => targetIn(plan.targets, column) === target)
    .map((column) => ({ column, rank: meaningOf(column)?.rank ?? Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

/** Columns that are not read, as in the answer to the caller. */
export const ignoredColumns = (plan: ColumnPlan): string[] =>
  plan.columns.filter((column) => targetIn(plan.targets, column) === 'ignore');

/** Columns without a target: they hold the import. */
export const unmappedColumns = (plan: ColumnPlan): string[] =>
  plan.columns.filter((column) => !Object.hasOwn(plan.targets, column));

/** The same plan with every unmapped column ignored. */
export function ignoringUnmapped(plan: ColumnPlan): ColumnPlan {
  const left = unmappedColumns(plan).map((column): [string, ColumnTarget] => [column, 'ignore']);
  return { ...plan, targets: { ...plan.targets, ...Object.fromEntries(left) } };
}
