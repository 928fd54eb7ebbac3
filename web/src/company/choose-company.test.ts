import { describe, expect, it } from 'vitest';
import { chooseCompany } from './choose-company.ts';

describe('chooseCompany', () => {
  it.each([
    ['the company of the address', [1, 2, 3], '3', '2', 3],
    ['the stored choice', [1, 2, 3], null, '2', 2],
    ['company 1', [5, 1, 2], null, null, 1],
    ["the user's first without company 1", [7, 4], null, null, 7],
    ['not a company of another user', [2, 3], '9', '8', 2],
    ['not a word', [2, 1], 'all', '', 1],
  ] as const)('chooses %s', (_, ids, asked, stored, expected) => {
    expect(chooseCompany(ids, asked, stored)).toBe(expected);
  });
  it('is null for a user without a company', () => {
    expect(chooseCompany([], '1', '1')).toBeNull();
  });
});
