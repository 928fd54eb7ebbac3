import type { ApiCaller, ApiRequest } from './api-caller.ts';
import type { OwnResources } from './own-resources.ts';
import { polled } from './polled.ts';

type RegisterIds = Pick<
  OwnResources,
  'purposeId' | 'grievanceId' | 'incidentId' | 'recipientId' | 'reportId'
>;

/** Creates one entry of A in each register of the compliance service, and a finished report. */
export async function enterRegisters(call: ApiCaller, companyId: number): Promise<RegisterIds> {
  const enter = async (key: ApiRequest['key'], body: object): Promise<number> => {
    const answer = await call({ key, body: { companyId, ...body } });
    if (answer.status !== 201) throw new Error(`${key}: ${answer.text}`);
    return Number(answer.json().id);
  };
  return {
    purposeId: await enter('POST /purposes', {
      purpose: 'lending',
      description: 'saral-lending',
      notice: { version: '1', fieldTypes: ['name'], publishedAt: '2026-01-01T00:00:00Z' },
    }),
    grievanceId: await enter('POST /grievances', {
      category: 'erasure',
      subject: 'saral-grievance',
      periodDays: 30,
    }),
    incidentId: await enter('POST /incidents', { title: 'saral-incident' }),
    recipientId: await enter('POST /recipients', {
      code: 'saral-auditor',
      name: 'Auditor',
      kind: 'processor',
      purposes: ['kyc'],
    }),
    reportId: await reportOf(call, companyId),
  };
}

async function reportOf(call: ApiCaller, companyId: number): Promise<number> {
  const body = { companyId, regulationType: 'gdpr', format: 'json' };
  const asked = await call({ key: 'POST /compliance/reports', body });
  if (asked.status !== 202) throw new Error(`POST /compliance/reports: ${asked.text}`);
  const id = Number(asked.json().id);
  await polled(async () => {
    const listed = await call({ key: 'GET /compliance/reports', query: { companyId } });
    return listed
      .json<{ id: number; status: string }[]>()
      .find((one) => one.id === id && one.status === 'done');
  });
  return id;
}
