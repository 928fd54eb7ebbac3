import type { ApiCaller, ApiRequest } from './api-caller.ts';
import type { Belongings } from './replay-requests.ts';

type RegisterIds = Pick<Belongings, 'purposeId' | 'grievanceId' | 'incidentId' | 'recipientId'>;

/** One entry of A in each register of the compliance service. */
export async function enterRegisters(call: ApiCaller, companyId: number): Promise<RegisterIds> {
  const enter = async (key: ApiRequest['key'], body: object): Promise<number> => {
    const answer = await call({ key, body: { companyId, ...body } });
    if (answer.status !== 201) throw new Error(`${key}: ${answer.text}`);
    return Number(answer.json().id);
  };
  return {
    purposeId: await enter('POST /purposes', { purpose: 'lending', description: 'saral-lending' }),
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
  };
}
