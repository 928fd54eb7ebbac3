import { expect, it } from 'vitest';
import { withFormerParts } from './former-parts.ts';

const former = {
  highRiskLogins: 2,
  heldImports: { count: 1, oldest: { id: 4, companyId: 1, fileName: null } },
  relationships: { total: 20, pending: 3, companyId: 1 },
  unchecked: [],
};
const nothing = { highRiskLogins: null, heldImports: null, relationships: null };

it('keeps the former value of each part that was not checked, and of no other', () => {
  expect(withFormerParts({ ...nothing, unchecked: ['relationships'] }, former)).toEqual({
    ...nothing,
    relationships: former.relationships,
    unchecked: ['relationships'],
  });
  const all = ['logins', 'imports', 'relationships'] as const;
  expect(withFormerParts({ ...nothing, unchecked: [...all] }, former)).toEqual({ ...former, unchecked: all });
});

it('has nothing to keep at first', () => {
  const next = { ...nothing, unchecked: ['logins' as const] };
  expect(withFormerParts(next, undefined)).toEqual(next);
});
