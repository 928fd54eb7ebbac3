import { type Person, people } from './person.ts';
import { COLUMNS, type PersonRow, recordPerson } from './person-row.ts';
import { seededRandom } from './random.ts';

export interface GenerateOptions {
  readonly seed: number;
  readonly companies: readonly { readonly code: string }[];
  readonly rowsPerCompany: number;
}

export interface GeneratedFile {
  readonly companyCode: string;
  readonly rows: readonly PersonRow[];
}

/** Ground truth, separate from the rows: person by `company code/customer id`. */
export type Truth = ReadonlyMap<string, number>;

export interface Generated {
  readonly files: readonly GeneratedFile[];
  readonly truth: Truth;
}

/** Share of a company's rows about people of an earlier company, and share of duplicates inside it. */
const KNOWN_ELSEWHERE = 0.28;
const TWICE = 0.04;

/** Synthetic customers of several companies with overlapping people. The same seed gives the same rows. */
export function generate({ seed, companies, rowsPerCompany }: GenerateOptions): Generated {
  const random = seededRandom(seed);
  const newcomers = people(random);
  const truth = new Map<string, number>();
  let everyone: Person[] = [];
  const files = companies.map(({ code }) => {
    const customers: Person[] = [];
    const rows: PersonRow[] = [];
    const known = everyone.slice();
    while (rows.length < rowsPerCompany) {
      const [first, ...others] = random.chance(TWICE) ? customers : [];
      const returning = first === undefined ? undefined : random.pick([first, ...others]);
      const person =
        returning ??
        takeKnownPerson(known, random.chance(KNOWN_ELSEWHERE), random.next()) ??
        newcomers.next().value;
      const customerId = `${code}-${String(rows.length + 1).padStart(6, '0')}`;
      customers.push(person);
      rows.push(recordPerson(person, customerId, random));
      truth.set(`${code}/${customerId}`, person.id);
    }
    everyone = [...new Map([...everyone, ...customers].map((person) => [person.id, person])).values()];
    return { companyCode: code, rows };
  });
  return { files, truth };
}

/** Removes and returns a person of another company, so that each one is reused at most once. */
function takeKnownPerson(known: Person[], wanted: boolean, at: number): Person | undefined {
  if (!wanted || known.length === 0) return undefined;
  const index = Math.floor(at * known.length);
  const last = known.pop();
  if (index === known.length) return last;
  const taken = known[index];
  if (last !== undefined) known[index] = last;
  return taken;
}

/** RFC 4180, header first. */
export function toCsv(rows: readonly PersonRow[]): string {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = rows.map((row) => COLUMNS.map((column) => quoted(row[column])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
