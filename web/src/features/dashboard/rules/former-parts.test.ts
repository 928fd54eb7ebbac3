import { expect, it } from 'vitest';
import { noAttention as nothing } from '../testing/samples.ts';
import { withFormerParts } from './former-parts.ts';

const former = {
  highRiskLogins: 2,
  heldImports: { count: 1, oldest: { id: 4, companyId: 1, fileName: null } },
  relationships: { total: 20, pending: 3, companyId: 1 },
  incidents: { count: 1, overdue: 0, companyId: 1, dueAt: null },
  grievances: { count: 2, overdue: 0, companyId: 1, dueAt: null },
  accessReviews: { count: 3, overdue: 3, companyId: 1, dueAt: null },
  approvals: { count: 4, overdue: 0, companyId: 1, dueAt: null },
  limits: { count: 5, overdue: 0, companyId: 1, dueAt: null },
  agreements: { count: 5, overdue: 0, companyId: 1, dueAt: null },
  failingWebhooks: { count: 6, overdue: 0, companyId: 1, dueAt: null },
  unchecked: [],
};

it('keeps the former value of each part that was not checked, and of no other', () => {
  expect(withFormerParts({ ...nothing, unchecked: ['relationships'] }, former)).toEqual({
    ...nothing,
    relationships: former.relationships,
    unchecked: ['relationships'],
  });
  const all = ['logins', 'imports', 'relationships', 'registers', 'approvals', 'partners'] as const;
  expect(withFormerParts({ ...nothing, unchecked: [...all] }, former)).toEqual({ ...former, unchecked: all });
});

it('has nothing to keep at first', () => {
  const next = { ...nothing, unchecked: ['logins' as const] };
  expect(withFormerParts(next, undefined)).toEqual(next);
});
