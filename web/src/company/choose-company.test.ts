import { describe, expect, it } from 'vitest';
import { chooseCompany } from './choose-company.ts';

describe('chooseCompany', () => {
  it.each([
    ['what the address asks for', [1, 2, 3], '3', '2', 3],
    ['the stored choice', [1, 2, 3], null, '2', 2],
    ['company 1', [5, 1, 2], null, null, 1],
    ["the user's first without company 1", [7, 4], null, null, 7],
    ['not a company of somebody else', [2, 3], '9', '8', 2],
    ['not a word', [2, 1], 'all', '', 1],
  ] as const)('takes %s', (_, ids, asked, stored, expected) => {
    expect(chooseCompany(ids, asked, stored)).toBe(expected);
  });
  it('is null for a user without a company', () => {
    expect(chooseCompany([], '1', '1')).toBeNull();
  });
});
