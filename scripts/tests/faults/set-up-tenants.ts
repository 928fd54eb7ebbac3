import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '@pii-vault/contract/client';
import { connectPartner, signInByApi } from '../running-vault/api-partner.ts';
import { PURPOSE } from './load/readers.ts';
import type { Tenant } from './load/start-load.ts';

export interface World {
  readonly admin: Client;
  readonly tenants: readonly Tenant[];
}

/** Creates an administrator, two companies with a link agreement, and a partner system of each. */
export async function setUpTenants(address: string): Promise<World> {
  const anonymous = createClient({ baseUrl: `${address}/api` });
  const password = `Aa1!${randomBytes(12).toString('base64url')}`;
  const email = 'faults@example.com';
  await anonymous.call('POST /auth/setup-admin', {
    body: { firstName: 'Fault', lastName: 'Finder', email, password },
  });
  const admin = await signInByApi(address, { email, password });
  const tenants: Tenant[] = [];
  for (const code of ['NORTH', 'SOUTH']) {
    const { id: companyId } = await admin.call('POST /companies', {
      body: { name: `Company ${code}`, code, tier: 'primary', status: 'active' },
    });
    tenants.push({ companyId, bearer: (await connectPartner(address, admin, companyId)).bearer });
  }
  const [one, other] = tenants;
  if (one !== undefined && other !== undefined)
    await admin.call('POST /link-agreements', {
      body: {
        companyId: one.companyId,
        otherCompanyId: other.companyId,
        purpose: PURPOSE,
        includeAadhaar: true,
        disclosureDelay: 0,
      },
    });
  return { admin, tenants };
}
