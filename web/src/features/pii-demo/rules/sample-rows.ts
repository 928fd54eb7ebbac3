import type { FieldType } from '@pii-vault/contract/scalars';
import { maskValue } from '../../../pii/mask-value.ts';
import type { DemoRow } from './demo-row.ts';

/** A number from 0 to 1, as Math.random gives it. */
export type Random = () => number;

const firstNames = ['Asha', 'Ravi', 'Meera', 'Kabir', 'Nila', 'Arjun', 'Zoya', 'Dev'];
const lastNames = ['Rao', 'Sharma', 'Iyer', 'Khan', 'Das', 'Patel', 'Gill', 'Nair'];
const streets = ['MG Road', 'Park Street', 'Lake View', 'Station Road'];
const cities = ['Pune', 'Kochi', 'Jaipur', 'Bhopal'];

const one = (random: Random, list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');

/**
 * Values with a realistic form that are never issued: Aadhaar starting with 0, PAN with serial 0000, phone number
 * starting with 0; e-mail at example.com (RFC 2606).
 */
const makers: ReadonlyArray<[FieldType, (random: Random) => string]> = [
  ['aadhaar', (random) => `0${digits(random, 11)}`],
  ['pan', (random) => `ABCP${one(random, [...'KLMN'])}0000${one(random, [...'ABCD'])}`],
  ['email', (random) => `${one(random, firstNames).toLowerCase()}${digits(random, 2)}@example.com`],
  ['phone', (random) => `+910${digits(random, 9)}`],
  ['bank_account', (random) => digits(random, 14)],
  ['name', (random) => `${one(random, firstNames)} ${one(random, lastNames)}`],
  [
    'dob',
    (random) => `19${70 + Math.floor(random() * 30)}-0${1 + Math.floor(random() * 9)}-1${digits(random, 1)}`,
  ],
  ['address', (random) => `${1 + Math.floor(random() * 98)} ${one(random, streets)}, ${one(random, cities)}`],
];

/** One generated value per field type of the demo. @param companyName name of a fictitious company */
export function sampleRows(companyName: string, random: Random = Math.random): readonly DemoRow[] {
  return makers.map(([fieldType, make], index) => {
    const rawValue = make(random);
    return {
      id: index + 1,
      individualId: 1 + Math.floor(index / 2),
      fieldType,
      companyName,
      rawValue,
      maskedValue: maskValue(fieldType, rawValue),
      purpose: index % 2 === 0 ? 'kyc' : 'support',
    };
  });
}

/** The rules of the cards; `name` represents all types without a rule of their own. */
export const maskingRules = ['aadhaar', 'pan', 'email', 'phone', 'bank_account', 'name'] as const;
