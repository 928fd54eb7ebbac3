import { expect } from 'vitest';
import type { ApiCaller } from './api-caller.ts';

/** Budgets of values that no test comes to, by somebody who manages the company. */
export async function widenBudgets(call: ApiCaller, companyId: number): Promise<void> {
  const most = 1_000_000_000;
  const body = {
    ...{ companyId, peoplePerUser: most, peoplePerCredential: most, byPurpose: [], conflicts: most },
    ...{ searchesPerUser: most, searchesPerCredential: most },
    bulkApproval: { revealsAbove: null, exportsAbove: null, hours: 24 },
  };
  const { status, text } = await call({ key: 'PUT /reveal-policy', body });
  expect(status, text).toBe(200);
}
