import type { ApiCaller, ApiRequest } from './api-caller.ts';
import { createUser, firstAdmin, type NewUser, PASSWORD, signIn } from './first-admin.ts';
import type { OwnResources } from './own-resources.ts';
import { createTwins, peopleCsv } from './people.ts';
import { polled } from './polled.ts';
import { rotateMaster } from './replay-keys.ts';
import { enterRegisters, startReview } from './replay-registers.ts';
import { registerWebhook } from './replay-webhooks.ts';
import type { WholeVault } from './whole-vault.ts';

/** Company A with one resource of each kind, company B that tries to access it, and company C that may link with A. */
export interface ThreeCompanies {
  readonly own: OwnResources;
  readonly companyB: number;
  readonly asRoot: ApiCaller;
  /** Administrators of A and B. */
  readonly asA: ApiCaller;
  readonly asB: ApiCaller;
  /** Session token of B's administrator. */
  readonly bearerB: string;
  /** Creates a user and signs in. */
  newUser(user: NewUser): Promise<SignedIn>;
}

export interface SignedIn {
  readonly userId: number;
  readonly call: ApiCaller;
  readonly bearer: string;
}

/** What a vault needs for it. */
export type Fillable = Pick<WholeVault, 'origin' | 'sql'> & {
  readonly host: Pick<WholeVault['host'], 'drain'>;
};

export async function threeCompanies(vault: Fillable): Promise<ThreeCompanies> {
  const asRoot = await firstAdmin(vault.origin);
  const [a, b, c] = [
    await newId(asRoot, { key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } }),
    await newId(asRoot, { key: 'POST /companies', body: { name: 'Arogya', code: 'AROGYA' } }),
    await newId(asRoot, { key: 'POST /companies', body: { name: 'Navi', code: 'NAVI' } }),
  ];
  const newUser = async (user: NewUser): Promise<SignedIn> => {
    const userId = await createUser(asRoot, user);
    return { userId, ...(await signIn(vault.origin, user.email)) };
  };
  const { call: asA } = await newUser({ email: 'a@example.org', role: 'admin', companyId: a });
  const { userId } = await newUser({ email: 'a2@example.org', role: 'admin', companyId: a });
  const { call: asB, bearer: bearerB } = await newUser({
    email: 'b@example.org',
    role: 'admin',
    companyId: b,
  });
  const { call: asC } = await newUser({ email: 'c@example.org', role: 'admin', companyId: c });
  const terms = { companyId: c, otherCompanyId: a, purpose: 'fraud' };
  const agreementId = await newId(asC, { key: 'POST /link-agreements', body: terms });
  const assignmentId = await newId(asRoot, {
    key: 'POST /users/{id}/company-roles',
    params: { id: userId },
    body: { companyId: a, role: 'admin' },
  });
  const asked = { companyId: a, purpose: 'kyc', people: 5, reason: 'Yearly review' };
  const approvals = {
    approvalId: await newId(asRoot, { key: 'POST /approvals', body: { ...asked, kind: 'reveal' } }),
    refusableId: await newId(asRoot, { key: 'POST /approvals', body: { ...asked, kind: 'export' } }),
  };
  const policyChangeId = await requestLimits(asRoot, a);
  const data = await fill(vault, asA, a);
  const sessionId = await secondSession(vault.origin, asA);
  const [userSession] = (await asRoot({ key: 'GET /users/{id}/sessions', params: { id: userId } })).json<
    { id: string }[]
  >();
  const sessions = { sessionId, userSessionId: userSession?.id ?? '' };
  const ids = { companyId: a, otherCompanyId: c, userId, assignmentId, agreementId, ...sessions };
  const review = await startReview(asRoot, asA, ids);
  const own = { ...ids, ...approvals, ...review, policyChangeId, ...data, password: PASSWORD };
  return { own, companyB: b, asRoot, asA, asB, bearerB, newUser };
}

async function requestLimits(asRoot: ApiCaller, companyId: number): Promise<number> {
  const {
    updatedAt: _,
    pending: __,
    ...policy
  } = (await asRoot({ key: 'GET /reveal-policy', query: { companyId } })).json<Record<string, unknown>>();
  const answer = await asRoot({ key: 'PUT /reveal-policy', body: { ...policy, conflicts: 1_000 } });
  return answer.json<{ pending: { id: number } }>().pending.id;
}

/** People, an import, registers, and their effects in lineage and the trail. */
async function fill(vault: Fillable, asA: ApiCaller, companyId: number) {
  const individualId = await createTwins(asA, companyId);
  const profile = await asA({ key: 'GET /individuals/{id}', params: { id: individualId } });
  const held = profile.json<{ piiFields: { id: number; fieldType: string }[] }>().piiFields;
  const fieldId = held.find(({ fieldType }) => fieldType === 'phone')?.id ?? 0;
  const importId = await newId(asA, {
    key: 'POST /imports',
    query: { companyId, purpose: 'kyc', fileName: 'saral-first.csv' },
    csv: peopleCsv.replace('X-1', 'Y-1'),
  });
  const heldImportId = await newId(asA, {
    key: 'POST /imports',
    query: { companyId, purpose: 'kyc', fileName: 'saral-branches.csv' },
    csv: 'customer_id,name,Branch\nZ-1,Zoya Rao,South\n',
  });
  const registers = await enterRegisters(asA, companyId);
  const rotated = await rotateMaster(asA, companyId);
  const hook = await registerWebhook(vault, asA, companyId);
  await vault.host.drain();
  // Matching is asynchronous: its entry appears a moment later.
  const first = (key: 'GET /data-lineage/entries' | 'GET /audit-trail') =>
    polled(async () => (await asA({ key, query: { companyId } })).json<{ id: number }[]>()[0]?.id);
  const [entryId, auditId] = [await first('GET /data-lineage/entries'), await first('GET /audit-trail')];
  const verification = await asA({ key: 'POST /audit-trail/verify' });
  const verificationId = Number(verification.json().verificationId);
  return {
    individualId,
    fieldId,
    importId,
    heldImportId,
    entryId,
    probeId: await plantProbe(vault, companyId),
    auditId,
    verificationId,
    ...registers,
    ...rotated,
    ...hook,
  };
}

/** Inserts a probing alarm. */
async function plantProbe(vault: Fillable, companyId: number): Promise<number> {
  const [alarm] = await vault.sql<{ id: number }>(
    `INSERT INTO lineage.probe_alarms (company_id, other_company_id, agreement_id, credential, reason, events, budget,
       first_at, last_at) VALUES ($1, 999, 1, 'client:planted', 'links', 21, 20, now(), now()) RETURNING id`,
    [companyId],
  );
  return alarm?.id ?? 0;
}

/** Another session of A's administrator, to be ended by its id. */
async function secondSession(origin: string, asA: ApiCaller): Promise<string> {
  await signIn(origin, 'a@example.org');
  const sessions = (await asA({ key: 'GET /auth/sessions' })).json<{ id: string; isCurrent: boolean }[]>();
  return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

/** Sends a creating request. @returns the id @throws Error with the refusal */
async function newId(call: ApiCaller, request: ApiRequest): Promise<number> {
  const answer = await call(request);
  if (answer.status >= 300) throw new Error(`${request.key}: ${answer.text}`);
  return Number(answer.json().id);
}
