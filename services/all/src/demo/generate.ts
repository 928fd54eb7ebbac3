import { type Person, people } from './person.ts';
import { seededRandom } from './random.ts';
import { COLUMNS, type PersonRow, writeDown } from './record.ts';

export interface GenerateOptions {
  readonly seed: number;
  readonly companies: readonly { readonly code: string }[];
  readonly rowsPerCompany: number;
}

export interface GeneratedFile {
  readonly companyCode: string;
  readonly rows: readonly PersonRow[];
}

/** Who each row really is, kept apart from the rows: person by `company code/customer id`. */
export type Truth = ReadonlyMap<string, number>;

export interface Generated {
  readonly files: readonly GeneratedFile[];
  readonly truth: Truth;
}

/** Of a company's rows: known to the company before it, and written down twice by itself. */
const KNOWN_ELSEWHERE = 0.28;
const TWICE = 0.04;

/** Synthetic customers of several companies that share some of their people. Same seed, same rows. */
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
        takeKnown(known, random.chance(KNOWN_ELSEWHERE), random.next()) ??
        newcomers.next().value;
      const customerId = `${code}-${String(rows.length + 1).padStart(6, '0')}`;
      customers.push(person);
      rows.push(writeDown(person, customerId, random));
      truth.set(`${code}/${customerId}`, person.id);
    }
    everyone = [...new Map([...everyone, ...customers].map((person) => [person.id, person])).values()];
    return { companyCode: code, rows };
  });
  return { files, truth };
}

/** Takes one of the other companies' people away, so that none is taken twice by chance alone. */
function takeKnown(known: Person[], wanted: boolean, at: number): Person | undefined {
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
