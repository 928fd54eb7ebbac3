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
    summary: 'From where the vault may be used; an empty list lets everybody in',
    example: { response: { allowedIps: ['203.0.113.0/24'], allowedDomains: ['.example.com'] } },
  }),
  row({
    ...ip,
    method: 'POST',
    summary:
      'Allow an address or CIDR range; 409 LOCKS_OUT when the caller itself would be shut out and has not confirmed it',
    example: { body: { ip: '203.0.113.0/24' }, response: { success: true } },
  }),
  row({
    ...ip,
    method: 'DELETE',
    summary: 'Take an address or range off the list',
    example: { body: { ip: '203.0.113.0/24' }, response: { success: true } },
  }),
  row({
    ...domain,
    method: 'POST',
    summary: 'Allow pages of a host, or with a leading dot of everything below it',
    example: { body: { domain: '.example.com' }, response: { success: true } },
  }),
  row({
    ...domain,
    method: 'DELETE',
    summary: 'Take a host off the list',
    example: { body: { domain: '.example.com' }, response: { success: true } },
  }),
] as const;
