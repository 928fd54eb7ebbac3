import { json, row } from '../row.ts';
import {
  secondFactorPolicyQuery,
  secondFactorPolicySchema,
  setSecondFactorPolicySchema,
} from './second-factor-policy-schema.ts';

const managed = { permission: 'company:manage' } as const;
const policy = {
  companyId: 1,
  roles: ['pii_view'],
  alwaysRequired: ['admin'],
  updatedAt: '2026-11-21T08:00:00.000Z',
} as const;

export const secondFactorPolicyRoutes = [
  row('GET /second-factor-policy', {
    rpc: 'factorPolicies.getFactorPolicy',
    ofCompany: true,
    ...managed,
    query: secondFactorPolicyQuery,
    response: secondFactorPolicySchema,
    summary: 'Which roles must have a second factor in a company',
    example: {
      query: { companyId: '1' },
      response: { ...policy, roles: ['pii_view'], alwaysRequired: ['admin'] },
    },
  }),
  row('PUT /second-factor-policy', {
    rpc: 'factorPolicies.setFactorPolicy',
    ...managed,
    proof: 'fresh',
    body: json(setSecondFactorPolicySchema),
    response: secondFactorPolicySchema,
    summary:
      "Replace a company's list: stricter than the deployment or equal. Removing a role mails the administrators; API credentials and delegated tokens may only add",
    example: {
      body: { companyId: 1, roles: ['pii_view'] },
      response: { ...policy, roles: ['pii_view'], alwaysRequired: ['admin'] },
    },
  }),
] as const;
