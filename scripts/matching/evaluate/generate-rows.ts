import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Random, seededRandom } from '@pii-vault/all/demo-data/random';
import { type GeneratedPerson, generatedPeople } from './generated-people.ts';

const HELP = `node scripts/matching/evaluate/generate-rows.ts OUT.csv [--rows 1000000] [--seed 1]

Writes a register of invented Indian-style people: households, twins, rare names; a sixth of the people have several
rows, with other spellings, errors, gaps and new homes. Rows of one person share \`person\`.
Measure it with: npm run match:evaluate -- OUT.csv --id id --truth person \\
  --map first_name=first_name,last_name=last_name,dob=dob,phone=phone,email=email,aadhaar=aadhaar,pan=pan \\
  --map house=address,street=address,locality=address,town=address,state=address,pin=address
`;

const COLUMNS =
  'id,person,first_name,last_name,dob,phone,email,aadhaar,pan,house,street,locality,town,state,pin\n';
const WRITTEN_AGAIN = 0.16;
/** Size of the pool of returning people, as a share of all rows, so that it scales with the register. */
const WAITING = 0.005;
const FLUSH_CHARACTERS = 1 << 20;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const file = positionals[0];
  const count = Number(values.rows);
  if (values.help || file === undefined || !Number.isSafeInteger(count) || count < 1) {
    process.stdout.write(HELP);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const out = createWriteStream(file);
  let text = '';
  for (const line of registerLines(count, Number(values.seed))) {
    text += line;
    if (text.length < FLUSH_CHARACTERS) continue;
    if (!out.write(text)) await new Promise<void>((resolve) => out.once('drain', resolve));
    text = '';
  }
  out.end(text);
  await finished(out);
}

/** The lines of the CSV file, its header first. */
export function* registerLines(count: number, seed: number): Generator<string> {
  yield COLUMNS;
  const random = seededRandom(seed);
  const people = generatedPeople(random);
  // People who return some rows later.
  const waiting: Array<{ person: number; who: GeneratedPerson }> = [];
  let person = 0;
  for (let row = 0; row < count; row += 1) {
    const at = random.below(Math.max(1, waiting.length));
    const known =
      waiting.length > count * WAITING || (row > count * 0.9 && random.chance(0.5)) ? waiting[at] : undefined;
    if (known !== undefined) {
      waiting[at] = waiting[waiting.length - 1] ?? known;
      waiting.pop();
    } else person += 1;
    const one = known ?? { person, who: people.next().value };
    yield written(row, one.person, known === undefined ? one.who : grownOlder(one.who, random), random);
    if (random.chance(known === undefined ? WRITTEN_AGAIN : WRITTEN_AGAIN * 1.5)) waiting.push(one);
  }
}

/** Changes between two visits: moves, marriages, phones. */
function grownOlder(who: GeneratedPerson, random: Random): GeneratedPerson {
  const phone = random.chance(0.25) ? `${6 + random.below(4)}${random.digits(9)}` : who.phone;
  const home = random.chance(0.12)
    ? {
        ...who.home,
        house: String(1 + random.below(900)),
        pin: `${who.home.pin.slice(0, 3)}${random.digits(3)}`,
      }
    : who.home;
  return { ...who, phone, home };
}

function written(row: number, person: number, who: GeneratedPerson, random: Random): string {
  const keep = (share: number, value: string) => (random.chance(share) ? value : '');
  const { house, street, locality, town, state, pin } = who.home;
  const home = random.chance(0.9);
  const cells = [
    `r${row + 1}`,
    `p${person}`,
    ...writtenNames(who, random),
    keep(0.93, writtenDate(who.dob, random)),
    keep(0.7, random.chance(0.3) ? `+91 ${who.phone}` : who.phone),
    keep(0.15, who.email),
    keep(0.12, who.aadhaar),
    keep(0.1, who.pan),
    home ? slipped(house, 0.02, random) : '',
    home ? slipped(street, 0.06, random) : '',
    keep(0.7, locality),
    town,
    state,
    random.chance(0.04) ? `${pin.slice(0, 5)}${random.digits(1)}` : keep(0.95, pin),
  ];
  return `${cells.join(',')}\n`;
}

const SPELLINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/ksh/, 'x'],
  [/sh/, 's'],
  [/v/, 'w'],
  [/th/, 't'],
  [/i$/, 'ee'],
  [/a$/, 'aa'],
];

function writtenNames({ first, last }: GeneratedPerson, random: Random): [string, string] {
  let [given, family] = [slipped(first, 0.05, random), slipped(last, 0.04, random)];
  if (random.chance(0.1)) {
    const [sound, other] = SPELLINGS[random.below(SPELLINGS.length)] ?? [/ksh/, 'x'];
    [given, family] = [given.replace(sound, other), family.replace(sound, other)];
  }
  if (random.chance(0.04)) given = `${given.slice(0, 1)}.`;
  return random.chance(0.03) ? [family, given] : [given, family];
}

/** Replaces a character by a neighbouring key, with probability `share`. */
function slipped(text: string, share: number, random: Random): string {
  if (text.length < 2 || !random.chance(share)) return text;
  const at = random.below(text.length - 1);
  return random.chance(0.5)
    ? text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2)
    : text.slice(0, at) + text.slice(at + 1);
}

function writtenDate(dob: string, random: Random): string {
  const [year = '', month = '', day = ''] = dob.split('-');
  const kind = random.below(100);
  if (kind < 3) return `${year}-01-01`;
  if (kind < 5 && Number(day) <= 12) return `${year}-${day}-${month}`;
  if (kind < 8) return `${year}-${month}-${String(1 + random.below(28)).padStart(2, '0')}`;
  return dob;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
