import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../testing/examples.ts';
import { sampleCompany, sampleKey } from '../../testing/samples.ts';
import { encryptionByCompany, stretchesOf, verdictOf } from './encryption.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const minutesOn = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const daysOn = (days: number) => minutesOn(days * 1440);

describe('encryptionByCompany', () => {
  it('has the versions in use and the first rotation of each company', () => {
    const master = sampleKey({ id: 1, keyType: 'master', expiresAt: daysOn(300) });
    const field = sampleKey({ id: 2, version: 2, expiresAt: daysOn(9) });
    const former = sampleKey({ id: 3, status: 'expired', expiresAt: daysOn(-9) });
    const companies = [sampleCompany(1), sampleCompany(2)];
    expect(encryptionByCompany(companies, [master, former, field])).toEqual([
      { company: companies[0], field, master, people: 2, nextRotation: daysOn(9) },
      {
        company: companies[1],
        field: undefined,
        master: undefined,
        people: 0,
        nextRotation: undefined,
      },
    ]);
  });

  it('sums people over all versions, and marks an unknown count', () => {
    const versions = (rows: number | null) => [
      sampleKey({ rowsOnVersion: 50 }),
      sampleKey({ status: 'expired', rowsOnVersion: rows }),
    ];
    const people = (rows: number | null) =>
      encryptionByCompany([sampleCompany(1)], versions(rows)).map((row) => row.people);
    expect(people(10)).toEqual([60]);
    expect(people(null)).toEqual([null]);
  });
});

describe('stretchesOf', () => {
  const entry = (
    id: number,
    from: number,
    to: number,
    status: HsmStatus['entries'][number]['status'] = 'online',
  ): HsmStatus['entries'][number] => ({
    ...{ id, hsmId: 'pkcs11:t', serialNumber: null, firmwareVersion: null, temperature: null },
    ...{ status, alertLevel: 'normal', performanceMetrics: {} },
    createdAt: minutesOn(from),
    lastHealthCheck: minutesOn(to),
  });
  const shares = (entries: HsmStatus['entries']) =>
    stretchesOf(entries, NOW).map(({ percent, tone }) => [percent, tone]);

  it('divides the time by state, and shows times without checks', () => {
    expect(shares([entry(2, -50, -1, 'offline'), entry(1, -100, -75)])).toEqual([
      [25, 'success'],
      [25, 'neutral'],
      [50, 'error'],
    ]);
  });
  it('joins states that are separated only by the interval of checks', () => {
    expect(shares([entry(2, -50, 0), entry(1, -100, -51, 'maintenance')])).toEqual([
      [50, 'warning'],
      [50, 'success'],
    ]);
  });
  it('is empty without a state', () => expect(stretchesOf([], NOW)).toEqual([]));
});

describe('verdictOf', () => {
  const example = exampleOf('GET /environment/status');
  const environment = (change: Partial<EnvironmentStatus['keyStore']> = {}): EnvironmentStatus => ({
    ...example,
    keyStore: { ...example.keyStore, kind: 'pkcs11', protection: 'hsm', ...change },
  });
  const kindOf = (status: EnvironmentStatus, keys = [sampleKey({ expiresAt: daysOn(20) })]) =>
    verdictOf(status, keys, NOW).kind;

  it('names the worst first', () => {
    expect(kindOf({ ...environment({ status: 'offline' }), encryption: 'error' })).toBe('encryption');
    expect(kindOf(environment({ status: 'maintenance' }))).toBe('store');
    expect(kindOf(environment(), [sampleKey({ expiresAt: daysOn(-1) })])).toBe('overdue');
    expect(kindOf(environment(), [sampleKey({ expiresAt: daysOn(3) })])).toBe('due');
    expect(kindOf(environment({ kind: 'local', protection: 'software' }))).toBe('software');
    expect(kindOf(environment())).toBe('good');
  });
});
