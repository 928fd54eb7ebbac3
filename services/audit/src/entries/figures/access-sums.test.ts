import { expect, it } from 'vitest';
import type { Leaf } from '../leaf.ts';
import { sumAccesses } from './access-sums.ts';

const at = (companyId: number | undefined, iso: string): Leaf => ({
  ...(companyId === undefined ? {} : { companyId }),
  version: 1,
  action: 'field_view',
  actorType: 'user',
  actorId: '7',
  timestamp: new Date(iso).toISOString(),
  producer: 'vault',
  epoch: 1,
  seq: 1,
  companySeq: 1,
});

/** Days and hours with their entries. */
const hours = (leaves: readonly Leaf[], zones: ReadonlyMap<number, string>) =>
  sumAccesses(leaves, zones)
    .filter(({ kind }) => kind === 'hour')
    .map(({ companyId, day, key, entries }) => [companyId, day, key, entries]);

it("entries count on the company's day and hour: a day ends at midnight in India, not at 05:30", () => {
  const leaves = ['23:59:59', '24:00:00', '24:30:00', '29:29:00', '29:31:00', '47:59:00'].map((time) => {
    const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
    return at(1, new Date(Date.UTC(2026, 10, 20, hour - 5, minute - 30, second)).toISOString());
  });
  expect(hours(leaves, new Map())).toEqual([
    [1, '2026-11-20', '23', 1],
    [1, '2026-11-21', '0', 2],
    [1, '2026-11-21', '5', 2],
    [1, '2026-11-21', '23', 1],
  ]);
});

it('each company has its zone, on days of a clock change, too; others have that of the deployment', () => {
  const zones = new Map([
    [0, 'Asia/Kathmandu'],
    [2, 'Europe/Berlin'],
  ]);
  const leaves = [
    at(2, '2026-03-28T22:59:59Z'),
    at(2, '2026-03-29T00:59:00Z'),
    at(2, '2026-03-29T01:00:00Z'),
    at(2, '2026-03-29T21:59:00Z'),
    at(2, '2026-03-29T22:00:00Z'),
    at(undefined, '2026-03-29T18:14:00Z'),
    at(undefined, '2026-03-29T18:15:00Z'),
  ];
  expect(hours(leaves, zones)).toEqual([
    [2, '2026-03-28', '23', 1],
    [2, '2026-03-29', '1', 1],
    [2, '2026-03-29', '3', 1],
    [2, '2026-03-29', '23', 1],
    [2, '2026-03-30', '0', 1],
    [0, '2026-03-29', '23', 1],
    [0, '2026-03-30', '0', 1],
  ]);
});
