import { generate } from '@pii-vault/all/demo-data/generate';

/** A record that a partner system sends; values have the form in which the vault returns them. */
export interface Customer {
  readonly externalId: string;
  readonly fields: Readonly<Record<string, string>>;
}

const CHUNK = 500;
const TYPES = ['name', 'pan', 'email', 'dob', 'address'] as const;

/**
 * An endless supply of customers of companies that share some people. The same seed gives the same customers. Inside a
 * company each is another person: a withdrawal also holds for further records of a person, and a writer does not know
 * them.
 */
export function customersOf(seed: number, companies: readonly number[]): (companyId: number) => Customer {
  const waiting = new Map<number, Customer[]>(companies.map((id) => [id, []]));
  const known = new Map<number, Set<string>>(companies.map((id) => [id, new Set()]));
  const isNew = (companyId: number, { fields }: Customer) => {
    const own = known.get(companyId);
    const traits = ['pan', 'phone', 'email'].flatMap((type) => fields[type]?.toLowerCase() ?? []);
    const isKnown = traits.some((trait) => own?.has(trait));
    for (const trait of traits) own?.add(trait);
    return !isKnown;
  };
  let chunk = 0;
  return (companyId) => {
    const own = waiting.get(companyId) ?? [];
    if (own.length === 0) {
      chunk += 1;
      const codes = companies.map((id) => ({ code: `F${id}X${chunk}` }));
      const { files } = generate({ seed: seed * 10_007 + chunk, companies: codes, rowsPerCompany: CHUNK });
      for (const [n, file] of files.entries()) {
        const id = companies[n] ?? 0;
        waiting.get(id)?.push(...file.rows.map(customerOf).filter((one) => isNew(id, one)));
      }
    }
    const customer = own.shift();
    if (customer === undefined) throw new Error(`Company ${companyId} has no customers`);
    return customer;
  };
}

function customerOf(row: Readonly<Record<string, string>>): Customer {
  const phone = (row.phone ?? '').replace(/\D/g, '').slice(-10);
  const values = [
    ...TYPES.map((type) => [type, row[type] ?? '']),
    ['phone', phone === '' ? '' : `+91${phone}`],
  ];
  return {
    externalId: row.customer_id ?? '',
    fields: Object.fromEntries(values.filter(([, value]) => value !== '')),
  };
}
