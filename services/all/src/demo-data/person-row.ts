import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** A person as recorded by a company's clerk: columns of a CSV, some empty. */
export type PersonRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

export const COLUMNS = ['customer_id', 'name', 'aadhaar', 'pan', 'phone', 'email', 'dob', 'address'] as const;

/** Alternative spellings of the same sound. */
const TRANSLITERATIONS: ReadonlyArray<readonly [string, string]> = [
  ['ksh', 'x'],
  ['aa', 'a'],
  ['ee', 'i'],
  ['oo', 'u'],
  ['th', 't'],
  ['sh', 's'],
  ['v', 'w'],
  ['ph', 'f'],
  ['Mohammed', 'Md'],
  ['Chowdary', 'Choudhary'],
  ['Dsouza', "D'Souza"],
  ['Shaikh', 'Sheikh'],
  ['i', 'ee'],
];

/** Records a person once, with missing values, spelling variants and typing errors at random. */
export function recordPerson(person: Person, customerId: string, random: Random): PersonRow {
  const keep = (probability: number, value: string) => (random.chance(probability) ? value : '');
  return {
    customer_id: customerId,
    name: writtenName(person, random),
    aadhaar: keep(0.72, person.aadhaar),
    pan: keep(0.62, person.pan),
    phone: keep(0.9, writtenPhone(person.phone, random)),
    email: keep(0.65, person.email),
    dob: keep(0.88, person.dob),
    address: keep(
      0.85,
      random.chance(0.2) ? person.address.replace('Road', 'Rd').replace('Street', 'St') : person.address,
    ),
  };
}

function writtenName({ first, surname }: Person, random: Random): string {
  let name = `${first} ${surname}`;
  if (random.chance(0.18)) {
    const [sound, other] = random.pick([TRANSLITERATIONS[0] ?? ['', ''], ...TRANSLITERATIONS]);
    name = name.replace(sound, other);
  }
  if (random.chance(0.05)) name = withTypo(name, random);
  if (random.chance(0.06)) name = `${first[0]}. ${surname}`;
  if (random.chance(0.05)) name = `${surname} ${first}`;
  return name;
}

/** A typing error: two letters are swapped, or one is lost. */
function withTypo(text: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, text.length - 2));
  const [a = '', b = ''] = [text[at], text[at + 1]];
  return random.chance(0.5)
    ? text.slice(0, at) + b + a + text.slice(at + 2)
    : text.slice(0, at) + text.slice(at + 1);
}

function writtenPhone(phone: string, random: Random): string {
  const form = random.below(4);
  if (form === 0) return `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
  if (form === 1) return `0${phone}`;
  return phone;
}
