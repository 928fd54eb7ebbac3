import type { ApiCaller } from './api-caller.ts';

export const consentDetails = { purpose: 'kyc', noticeVersion: '1', language: 'en', channel: 'web' };
export const peopleCsv =
  'customer_id,name,email\nX-1,Meena Pillai,meena@example.org\nX-2,Arun Bose,arun@example.org\n';
export const asha = {
  name: 'Asha Rao',
  email: 'asha.rao@example.org',
  pan: 'ABCPE1234F',
  phone: '+919812345678',
};

/** Two people of A with the same PAN, which lineage links. */
export async function createTwins(call: ApiCaller, companyId: number): Promise<number> {
  for (const [name, externalId] of [
    ['Asha Rao', 'A-1'],
    ['Asha Rao K', 'A-2'],
  ] as const) {
    const fields = { ...asha, name };
    const answer = await call({
      key: 'POST /pii-records',
      body: { companyId, consentDetails, externalId, fields },
    });
    if (answer.status !== 201) throw new Error(`Creating a person failed: ${answer.text}`);
    if (externalId === 'A-2') return Number(answer.json().individualId);
  }
  return 0;
}
