import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import { blockedIpSchema, blockIpSchema, unblockIpSchema } from './security-schema.ts';

const managed = { auth: 'permission', permission: 'access:manage', path: '/security/blocked-ips' } as const;
export const exampleBlock = {
  id: 3,
  ipAddress: '203.0.113.7',
  reason: 'Password spraying',
  blockedUntil: '2099-01-01T00:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const blockedIpsRoutes = [
  row({
    ...managed,
    method: 'POST',
    body: json(blockIpSchema),
    response: blockedIpSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary:
      'Take nothing from an address or CIDR range any more, or change reason and end of its block; 409 LOCKS_OUT when the caller comes from there and has not confirmed it',
    example: { body: { ipAddress: '203.0.113.7', reason: 'Password spraying' }, response: exampleBlock },
  }),
  row({
    ...managed,
    method: 'DELETE',
    proof: 'fresh',
    body: json(unblockIpSchema),
    response: successSchema,
    summary: 'End the block of an address or range',
    example: { body: { ipAddress: '203.0.113.7' }, response: { success: true } },
  }),
] as const;
