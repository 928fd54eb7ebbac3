import { expect } from 'vitest';
import { type ApiCaller, apiCaller, byId } from './api-caller.ts';

/** Sets budgets that no test reaches: requested by a company manager, approved by another administrator. */
export async function widenBudgets(call: ApiCaller, origin: string, companyId: number): Promise<void> {
  const most = 1_000_000_000;
  const body = {
    ...{ companyId, peoplePerUser: most, peoplePerCredential: most, byPurpose: [], conflicts: most },
    ...{ searchesPerUser: most, searchesPerCredential: most },
    bulkApproval: { revealsAbove: null, exportsAbove: null, hours: 24 },
  };
  const second = await secondAdministrator(call, origin, companyId);
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

async function secondAdministrator(call: ApiCaller, origin: string, companyId: number): Promise<ApiCaller> {
  const email = `second-${companyId}@example.org`;
  const made = await call({
    key: 'POST /users',
    body: { email, firstName: 'Second', lastName: 'Admin', role: 'admin', companyId, sendEmail: false },
  });
  expect(made.status, made.text).toBe(201);
  const { temporaryPassword: password } = made.json<{ temporaryPassword: string }>();
  const login = await apiCaller(origin)({ key: 'POST /auth/login', body: { email, password } });
  expect(login.status, login.text).toBe(200);
  return apiCaller(origin, String(login.json().token));
}
