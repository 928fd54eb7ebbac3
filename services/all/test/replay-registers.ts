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

/** Starts a review of the access to A, whose administrator's own line the first administrator keeps. */
export async function startReview(
  asRoot: ApiCaller,
  asA: ApiCaller,
  { companyId, userId }: Pick<OwnResources, 'companyId' | 'userId'>,
): Promise<Pick<OwnResources, 'reviewId' | 'lineId' | 'otherOpenLines'>> {
  const started = await asA({ key: 'POST /access-reviews', body: { companyId } });
  if (started.status !== 201) throw new Error(`POST /access-reviews: ${started.text}`);
  const reviewId = Number(started.json().id);
  const params = { id: reviewId };
  const listed = await asA({ key: 'GET /access-reviews/{id}/lines', params });
  const lines = listed.json<{ id: number; userId: number; obstacle: string | null }[]>();
  const isOwn = ({ obstacle }: { obstacle: string | null }) => obstacle === 'own';
  for (const { id: lineId } of lines.filter(isOwn)) {
    const decision = 'POST /access-reviews/{id}/lines/{lineId}/decision';
    const kept = await asRoot({ key: decision, params: { ...params, lineId }, body: { decision: 'keep' } });
    if (kept.status !== 200) throw new Error(`${decision}: ${kept.text}`);
  }
  const open = lines.filter((line) => !isOwn(line));
  const lineId = open.find((line) => line.userId === userId)?.id ?? 0;
  return { reviewId, lineId, otherOpenLines: open.length - 1 };
}
