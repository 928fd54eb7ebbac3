import { expect, it } from 'vitest';
import type { Clients } from '../clients.ts';
import { passedHandlers } from './passed-rows.ts';

/** Clients of which every call gives this answer. */
const answering = (answer: object): Clients => {
  const client = new Proxy({}, { get: () => async () => answer });
  return new Proxy({}, { get: () => client }) as Clients;
};
const policy = { companyId: 1, roles: [], alwaysRequired: [] };

it('returns an answer that lacks a member which may be null', async () => {
  const handler = passedHandlers(answering(policy))['GET /second-factor-policy'];
  const reply = await handler({ session: { primaryCompanyId: 1 }, query: {} } as never);
  expect(reply).toMatchObject({ body: { ...policy, updatedAt: null } });
});
