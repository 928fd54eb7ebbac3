import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import type { GivenRow } from './given-row.ts';
import { misread, slipped } from './slips.ts';
import { drawByRank, drawOf } from './weighted-choice.ts';

export interface AustralianOptions {
  readonly seed: number;
  readonly people: number;
  /** Maximum duplicates of a person; the number has a Zipf distribution. */
  readonly maxDuplicates: number;
  /** Maximum changes of a field and of a row; each duplicate has at least one (Christen and Pudjijono, PAKDD 2009). */
  readonly changesPerField: number;
  readonly changesPerRow: number;
}

/** Fields to change: names and streets more often than numbers and dates. */
const field = drawOf([
  ['given_name', 0.15],
  ['surname', 0.16],
  ['street_number', 0.12],
  ['address_1', 0.14],
  ['address_2', 0.1],
  ['suburb', 0.12],
  ['postcode', 0.07],
  ['state', 0.03],
  ['date_of_birth', 0.07],
  ['soc_sec_id', 0.04],
]);

const NUMBERS = new Set(['street_number', 'postcode', 'date_of_birth', 'soc_sec_id']);

/** Fields whose values are swapped. */
const SWAPPED = [
  ['given_name', 'surname'],
  ['address_1', 'address_2'],
] as const;

type Change = (
  row: Record<string, string>,
  at: string,
  vocabulary: readonly GivenRow[],
  random: Random,
) => void;

const change = drawOf<Change>([
  [slip, 0.6],
  [lose, 0.14],
  [replace, 0.2],
  [swap, 0.06],
]);

/**
 * People as Febrl generates them: every field of an original is drawn independently from the rows of `vocabulary`, so
 * that no real person reappears. Each original is followed by its duplicates.
 */
export function australianRows(vocabulary: readonly GivenRow[], options: AustralianOptions): GivenRow[] {
  const random = seededRandom(options.seed);
  const sizes = Array.from({ length: options.maxDuplicates }, (_, at) => at + 1);
  const duplicates = drawByRank(sizes, 1, 0);
  const rows: GivenRow[] = [];
  for (let person = 0; person < options.people; person += 1) {
    const truth = String(person);
    const original = { ...someone(vocabulary, random), id: `${person}-org`, truth };
    rows.push(original);
    const copies = duplicates(random);
    for (let copy = 0; copy < copies; copy += 1) {
      const row: Record<string, string> = { ...original };
      deface(row, vocabulary, options, random);
      rows.push({ ...row, id: `${person}-dup-${copy}`, truth });
    }
  }
  return rows;
}

function someone(vocabulary: readonly GivenRow[], random: Random): Record<string, string> {
  const columns = Object.keys(vocabulary[0] ?? {});
  return Object.fromEntries(
    columns.map((column) => [column, vocabulary[random.below(vocabulary.length)]?.[column] ?? '']),
  );
}

function deface(
  row: Record<string, string>,
  vocabulary: readonly GivenRow[],
  { changesPerField, changesPerRow }: AustralianOptions,
  random: Random,
): void {
  const changes = new Map<string, number>();
  for (let left = 1 + random.below(changesPerRow); left > 0; left -= 1) {
    const at = field(random);
    const before = changes.get(at) ?? 0;
    if (before >= changesPerField || row[at] === '') continue;
    changes.set(at, before + 1);
    change(random)(row, at, vocabulary, random);
  }
}

function lose(row: Record<string, string>, at: string): void {
  row[at] = '';
}

function slip(row: Record<string, string>, at: string, _: readonly GivenRow[], random: Random): void {
  row[at] = (NUMBERS.has(at) ? misread : slipped)(row[at] ?? '', random);
}

/** A move, a marriage, or another given name. */
function replace(
  row: Record<string, string>,
  at: string,
  vocabulary: readonly GivenRow[],
  random: Random,
): void {
  const other = vocabulary[random.below(vocabulary.length)]?.[at];
  if (at === 'soc_sec_id' || at === 'date_of_birth') slip(row, at, vocabulary, random);
  else if (other !== undefined) row[at] = other;
}

function swap(row: Record<string, string>, at: string): void {
  const pair = SWAPPED.find((fields) => fields.some((name) => name === at));
  if (pair === undefined) return;
  const [one, other] = pair;
  [row[one], row[other]] = [row[other] ?? '', row[one] ?? ''];
}
