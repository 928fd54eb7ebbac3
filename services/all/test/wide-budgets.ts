import { expect } from 'vitest';
import { type ApiCaller, byId } from './api-caller.ts';
import { createUser, signIn } from './first-admin.ts';

/** Sets budgets that no test reaches: requested by a company manager, approved by another administrator. */
export async function widenBudgets(call: ApiCaller, origin: string, companyId: number): Promise<void> {
  const most = 1_000_000_000;
  const body = {
    ...{ companyId, peoplePerUser: most, peoplePerCredential: most, byPurpose: [], conflicts: most },
    ...{ searchesPerUser: most, searchesPerCredential: most },
    bulkApproval: { revealsAbove: null, exportsAbove: null, hours: 24 },
  };
  const email = `second-${companyId}@example.org`;
  await createUser(call, { email, role: 'admin', companyId });
  const { call: second } = await signIn(origin, email);
  const set = await call({ key: 'PUT /reveal-policy', body });
  expect(set.status, set.text).toBe(200);
  const { pending } = set.json<{ pending: { id: number } }>();
  const approved = await second({
    key: 'POST /reveal-policy/changes/{id}/decide',
    ...byId(pending.id),
    body: { companyId, decision: 'approved' },
  });
  expect(approved.status, approved.text).toBe(200);
}
