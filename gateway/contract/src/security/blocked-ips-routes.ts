import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import { blockedIpSchema, blockIpSchema, unblockIpSchema } from './security-schema.ts';

const managed = { permission: 'access:manage' } as const;
export const exampleBlock = {
  id: 3,
  ipAddress: '203.0.113.7',
  reason: 'Password spraying',
  blockedUntil: '2099-01-01T00:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const blockedIpsRoutes = [
  row('POST /security/blocked-ips', {
    ...managed,
    body: json(blockIpSchema),
    response: blockedIpSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary:
      'Block an address or CIDR range, or update its block; 409 LOCKS_OUT when this would block the caller, unless confirmed',
    example: { body: { ipAddress: '203.0.113.7', reason: 'Password spraying' }, response: exampleBlock },
  }),
  row('DELETE /security/blocked-ips', {
    ...managed,
    proof: 'fresh',
    body: json(unblockIpSchema),
    response: successSchema,
    summary: 'Unblock an address or range',
    example: { body: { ipAddress: '203.0.113.7' }, response: { success: true } },
  }),
] as const;
