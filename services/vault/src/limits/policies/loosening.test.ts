import { describe, expect, it } from 'vitest';
import { isLooser, isSamePolicy, strictest } from './loosening.ts';
import { DEFAULT_POLICY, type RevealPolicy } from './reveal-policy.ts';

const current: RevealPolicy = { ...DEFAULT_POLICY, byPurpose: new Map([['marketing', 100]]) };
const changed = (changes: Partial<RevealPolicy>): RevealPolicy => ({ ...current, ...changes });

describe('a policy', () => {
  it.each<Partial<RevealPolicy>>([
    { peoplePerUser: 501 },
    { peoplePerClient: 50_001 },
    { searchesPerUser: 201 },
    { searchesPerClient: 5_001 },
    { conflicts: 201 },
    { revealsAbove: 1_001 },
    { revealsAbove: undefined },
    { exportsAbove: 10_001 },
    { exportsAbove: undefined },
    { approvalHours: 25 },
    { byPurpose: new Map() },
    { byPurpose: new Map([['marketing', 101]]) },
    { byPurpose: new Map([['kyc', 1]]) },
    { peoplePerUser: 1, conflicts: 201 },
  ])('is looser with %o', (changes) => {
    expect(isLooser(changed(changes), current)).toBe(true);
  });

  it.each<Partial<RevealPolicy>>([
    {},
    { peoplePerUser: 0, peoplePerClient: 0, searchesPerUser: 0, searchesPerClient: 0, conflicts: 0 },
    { revealsAbove: 0, exportsAbove: 0, approvalHours: 1 },
    {
      byPurpose: new Map([
        ['marketing', 99],
        ['kyc', 1],
      ]),
    },
  ])('is not looser with %o', (changes) => {
    expect(isLooser(changed(changes), current)).toBe(false);
  });

  it('applies the smaller of both limits while another limit is looser', () => {
    const mixed = changed({ peoplePerUser: 10, conflicts: 500, revealsAbove: undefined });
    expect(isSamePolicy(strictest(current, mixed), changed({ peoplePerUser: 10 }))).toBe(true);
  });
});
