import { expect, it } from 'vitest';
import { retentionFloor } from './retention-floor.ts';

it('keeps the floor of the company, else that of the deployment', () => {
  const floor = retentionFloor({ retentionFloorDays: 365, retentionFloorByCompany: '7:0,9:730' });
  const at = new Date('2026-01-01T00:00:00Z');
  expect([7, 8, 9].map((company) => floor(company, at).toISOString().slice(0, 10))).toEqual([
    '2026-01-01',
    '2027-01-01',
    '2028-01-01',
  ]);
  const same = retentionFloor({ retentionFloorDays: 1, retentionFloorByCompany: '' });
  expect(same(0, at)).toEqual(new Date('2026-01-02T00:00:00Z'));
});
