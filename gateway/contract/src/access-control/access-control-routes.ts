import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import { accessControlSchema, accessDomainSchema, accessIpSchema } from './access-control-schema.ts';

const managed = { auth: 'permission', permission: 'access:manage' } as const;
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
  row({
    ...managed,
    method: 'GET',
    path: '/admin/access-control',
    response: accessControlSchema,
    summary: 'List the allowed addresses and domains; an empty list allows all',
    example: { response: { allowedIps: ['203.0.113.0/24'], allowedDomains: ['.example.com'] } },
  }),
  row({
    ...ip,
    method: 'POST',
    summary:
      'Allow an address or CIDR range; 409 LOCKS_OUT when this would block the caller, unless confirmed',
    example: { body: { ip: '203.0.113.0/24' }, response: { success: true } },
  }),
  row({
    ...ip,
    method: 'DELETE',
    summary: 'Remove an address or range from the list',
    example: { body: { ip: '203.0.113.0/24' }, response: { success: true } },
  }),
  row({
    ...domain,
    method: 'POST',
    summary: 'Allow pages of a host; a leading dot includes its subdomains',
    example: { body: { domain: '.example.com' }, response: { success: true } },
  }),
  row({
    ...domain,
    method: 'DELETE',
    summary: 'Remove a host from the list',
    example: { body: { domain: '.example.com' }, response: { success: true } },
  }),
] as const;
