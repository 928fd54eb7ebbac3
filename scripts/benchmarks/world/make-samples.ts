import type { Client } from '@pii-vault/contract/client';

const PEOPLE = 12;

/**
 * Creates through the API the rows that lists decrypt: the newest people, and register entries, whose sealed texts the
 * fill copies. Called before and after the fill, so that the newest rows are real.
 */
export async function makeSamples(client: Client, companyIds: readonly number[]): Promise<void> {
  for (const companyId of companyIds) {
    const tag = `${companyId}-${Date.now()}`;
    for (let n = 0; n < PEOPLE; n += 1)
      await client.call('POST /pii-records', {
        body: {
          companyId,
          consentDetails: { purpose: 'kyc' },
          fields: { name: `Asha Rao ${n}`, email: `asha${n}.${tag}@example.com` },
        },
      });
    await client.call('POST /purposes', {
      body: { companyId, purpose: `kyc-${tag}`, lawfulBasis: 'consent', description: 'To know the customer' },
    });
    await client.call('POST /grievances', {
      body: { companyId, category: 'correction', subject: 'Wrong address', periodDays: 30 },
    });
    await client.call('POST /incidents', {
      body: {
        companyId,
        title: 'Laptop lost',
        affected: 12,
        headings: { description: 'A laptop is missing' },
      },
    });
    await client.call('POST /recipients', {
      body: {
        companyId,
        code: `bureau-${tag}`,
        name: 'Credit bureau',
        kind: 'processor',
        purposes: ['kyc'],
        fieldTypes: ['name'],
      },
    });
    await client.call('POST /webhooks', {
      body: { companyId, url: 'https://hooks.example.com/vault', events: ['link_detected'] },
    });
    await client.call('POST /compliance/run', { body: { companyId } });
  }
}
