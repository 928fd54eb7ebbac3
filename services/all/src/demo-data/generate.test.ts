import { describe, expect, it } from 'vitest';
import { generate, toCsv } from './generate.ts';

const options = {
  seed: 7,
  companies: [{ code: 'AAA' }, { code: 'BBB' }, { code: 'CCC' }],
  rowsPerCompany: 2_000,
};
const { files, truth } = generate(options);
const rows = files.flatMap((file) =>
  file.rows.map((row) => ({ ...row, person: truth.get(`${file.companyCode}/${row.customer_id}`) })),
);

describe('generated people', () => {
  it('are reproducible by seed', () => {
    expect(toCsv(generate(options).files[0]?.rows ?? [])).toBe(toCsv(files[0]?.rows ?? []));
    expect(toCsv(generate({ ...options, seed: 8 }).files[0]?.rows ?? [])).not.toBe(
      toCsv(files[0]?.rows ?? []),
    );
  });

  it('contain duplicates across and inside companies, which identifiers resolve', () => {
    const companiesOf = Map.groupBy(rows, (row) => row.person);
    const shared = [...companiesOf.values()].filter(
      (group) => new Set(group.map((r) => r.customer_id.slice(0, 3))).size > 1,
    );
    const twice = [...companiesOf.values()].filter(
      (group) => group.length > new Set(group.map((r) => r.customer_id.slice(0, 3))).size,
    );
    expect(shared.length).toBeGreaterThan(600);
    expect(twice.length).toBeGreaterThan(100);
    for (const field of ['aadhaar', 'pan'] as const) {
      const owners = Map.groupBy(
        rows.filter((row) => row[field] !== ''),
        (row) => row[field],
      );
      for (const group of owners.values()) expect(new Set(group.map((row) => row.person)).size).toBe(1);
    }
  });

  it('include shared phones and twins', () => {
    const phones = Map.groupBy(
      rows.filter((row) => /^\d{10}$/.test(row.phone)),
      (row) => row.phone,
    );
    expect(
      [...phones.values()].filter((group) => new Set(group.map((row) => row.person)).size > 1).length,
    ).toBeGreaterThan(50);
    const homes = Map.groupBy(
      rows.filter((row) => row.dob !== '' && row.address !== ''),
      (row) => row.dob + row.address,
    );
    expect([...homes.values()].some((group) => new Set(group.map((row) => row.person)).size > 1)).toBe(true);
  });

  it('are written as RFC 4180', () => {
    const [header, first] = toCsv(files[0]?.rows.slice(0, 1) ?? []).split('\r\n');
    expect(header).toBe('customer_id,name,aadhaar,pan,phone,email,dob,address');
    expect(first).toContain('AAA-000001');
  });
});
