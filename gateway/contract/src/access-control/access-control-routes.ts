import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import { accessControlSchema, accessDomainSchema, accessIpSchema } from './access-control-schema.ts';

const managed = { permission: 'access:manage' } as const;
const ip = {
  ...managed,
  path: '/admin/access-control/ip',
  proof: 'fresh',
  body: json(accessIpSchema),
  response: successSchema,
  refusals: [409],
} as const;
const domain = {
  ...managed,
  path: '/admin/access-control/domain',
  proof: 'fresh',
  body: json(accessDomainSchema),
  response: successSchema,
  refusals: [409],
} as const;

export const accessControlRoutes = [
  row('GET /admin/access-control', {
    rpc: 'accessRules.listAccessRules',
    ...managed,
    response: accessControlSchema,
    summary: 'List the allowed addresses and domains; an empty list allows all',
    example: { response: { allowedIps: ['203.0.113.0/24'], allowedDomains: ['.example.com'] } },
  }),
  row('POST /admin/access-control/ip', {
    ...ip,
    summary:
      'Allow an address or CIDR range; 409 LOCKS_OUT when this would block the caller, unless confirmed',
    example: { body: { ip: '203.0.113.0/24' }, response: { success: true } },
  }),
  row('DELETE /admin/access-control/ip', {
    ...ip,
    summary: 'Remove an address or range from the list',
    example: { body: { ip: '203.0.113.0/24' }, response: { success: true } },
  }),
  row('POST /admin/access-control/domain', {
    ...domain,
    summary: 'Allow pages of a host; a leading dot includes its subdomains',
    example: { body: { domain: '.example.com' }, response: { success: true } },
  }),
  row('DELETE /admin/access-control/domain', {
    ...domain,
    summary: 'Remove a host from the list',
    example: { body: { domain: '.example.com' }, response: { success: true } },
  }),
] as const;
