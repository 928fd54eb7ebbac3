import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiAnswer, type ApiCaller, apiCaller, byId } from './api-caller.ts';
import { apiClientOf, createUser, firstAdmin, type NewUser, signIn as sessionOf } from './first-admin.ts';
import { consentDetails } from './people.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** One person with several accounts tries to be the second person of its own requests. */

const NEW_PASSWORD = 'Battery-Staple-88';
let vault: WholeVault;
let asRoot: ApiCaller;

interface Account {
  readonly id: number;
  readonly email: string;
  readonly call: ApiCaller;
}

beforeAll(async () => {
  vault = await startWholeVault(allModules, { IDENTITY_INDEPENDENCE_DAYS: '7' });
  asRoot = await firstAdmin(vault.origin);
  await done(asRoot({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } }));
  const held = await done(asRoot({ key: 'GET /reveal-policy', query: { companyId: 1 } }));
  const { updatedAt: _, pending: __, ...policy } = held.json<Record<string, unknown>>();
  const bulkApproval = { revealsAbove: 0, exportsAbove: 0, hours: 24 };
  await done(asRoot({ key: 'PUT /reveal-policy', body: { ...policy, bulkApproval } }));
  const person = { companyId: 1, consentDetails, fields: { name: 'Asha Rao' } };
  await done(asRoot({ key: 'POST /pii-records', body: person }));
});
afterAll(() => vault?.stop());

/** Makes every change of an account so far older than the seven days. */
const aWeekLater = () =>
  vault.sql(`UPDATE identity.account_changes SET changed_at = changed_at - interval '8 days'`);

async function done(answer: Promise<ApiAnswer>): Promise<ApiAnswer> {
  const given = await answer;
  expect(given.status, given.text).toBeLessThan(300);
  return given;
}

const signIn = async (email: string, password?: string) =>
  (await sessionOf(vault.origin, email, password)).call;

let accounts = 0;
async function create(by: ApiCaller, role: NewUser['role'] = 'admin'): Promise<Account> {
  accounts += 1;
  const email = `person${accounts}@example.org`;
  return { id: await createUser(by, { email, role, companyId: 1 }), email, call: await signIn(email) };
}

/** Accounts of a company, created long ago. */
async function colleagues(...roles: readonly NewUser['role'][]): Promise<Account[]> {
  const made: Account[] = [];
  for (const role of roles) made.push(await create(asRoot, role));
  await aWeekLater();
  return made;
}

async function request(by: ApiCaller, kind = 'export'): Promise<number> {
  const body = { companyId: 1, kind, purpose: 'kyc', people: 400_000, reason: 'All of them' };
  return Number((await done(by({ key: 'POST /approvals', body }))).json().id);
}

const approve = (by: ApiCaller, id: number) => by({ key: 'POST /approvals/{id}/approve', ...byId(id) });
const setPassword = (by: ApiCaller, { id }: Account) =>
  done(by({ key: 'POST /users/{id}/admin-password', ...byId(id), body: { password: NEW_PASSWORD } }));

async function resetByMail(email: string): Promise<void> {
  const anybody = apiCaller(vault.origin);
  await done(anybody({ key: 'POST /auth/forgot-password', body: { email } }));
  const link = () =>
    vault.sent
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
      .at(-1);
  await expect.poll(link, { timeout: 10_000 }).toBeDefined();
  const body = { token: link(), password: NEW_PASSWORD };
  await done(anybody({ key: 'POST /auth/reset-password', body }));
}

/** Takes over an account. @returns the request and a caller that must not decide it */
type Attack = () => Promise<readonly [id: number, second: ApiCaller]>;

const attacks: Readonly<Record<string, Attack>> = {
  "sets a colleague's password": async () => {
    const [a, c] = await two();
    await setPassword(a.call, c);
    return [await request(a.call), await signIn(c.email, NEW_PASSWORD)];
  },
  'creates the second account': async () => {
    const [a] = await two();
    return [await request(a.call), (await create(a.call)).call];
  },
  'asks for erasures, and creates the second account': async () => {
    const [a] = await two();
    return [await request(a.call, 'erase'), (await create(a.call)).call];
  },
  'asks for consents, and creates the second account': async () => {
    const [a] = await two();
    return [await request(a.call, 'consent'), (await create(a.call)).call];
  },
  "removes a colleague's second factors": async () => {
    const [a, c] = await two();
    await vault.sql(
      `INSERT INTO identity.user_factors (user_id, kind, name, created_at, secret_id, secret, secret_key_version, last_step)
       VALUES ($1::bigint, 'totp', 'Phone', now(), gen_random_uuid(), '\\x00', 1, 0)`,
      [c.id],
    );
    await done(a.call({ key: 'DELETE /users/{id}/factors', ...byId(c.id) }));
    return [await request(a.call), await signIn(c.email)];
  },
  'sends a new temporary password': async () => {
    const [a, c] = await two();
    const body = { includeNewPassword: true };
    const sent = await done(a.call({ key: 'POST /users/{id}/resend-email', ...byId(c.id), body }));
    const currentPassword = String(sent.json().temporaryPassword);
    const second = await signIn(c.email, currentPassword);
    const change = { currentPassword, newPassword: NEW_PASSWORD };
    await done(second({ key: 'POST /auth/change-password', body: change }));
    return [await request(a.call), second];
  },
  'gives a colleague its own mailbox, waits for a week, and resets the password': async () => {
    const [a, c] = await two();
    const email = `mailbox${accounts}@example.org`;
    await done(a.call({ key: 'PUT /users/{id}', ...byId(c.id), body: { email } }));
    await aWeekLater();
    await resetByMail(email);
    return [await request(a.call), await signIn(email, NEW_PASSWORD)];
  },
  'makes a viewer an administrator': async () => {
    const [a, c] = await two('pii_view');
    await done(a.call({ key: 'PUT /users/{id}', ...byId(c.id), body: { role: 'admin' } }));
    return [await request(a.call), await signIn(c.email)];
  },
  'makes a viewer an administrator by a company role': async () => {
    const [a, c] = await two('pii_view');
    const body = { companyId: 1, role: 'admin' };
    await done(a.call({ key: 'POST /users/{id}/company-roles', ...byId(c.id), body }));
    return [await request(a.call), await signIn(c.email)];
  },
  'reactivates a disabled account': async () => {
    const [a, c] = await two();
    for (const status of ['suspended', 'active'])
      await done(a.call({ key: 'POST /users/{id}/status', ...byId(c.id), body: { status } }));
    return [await request(a.call), await signIn(c.email)];
  },
  "creates an account that sets a colleague's password": async () => {
    const [a, c] = await two();
    await setPassword((await create(a.call)).call, c);
    return [await request(a.call), await signIn(c.email, NEW_PASSWORD)];
  },
  "keeps a colleague's account by its own password, set within the week": async () => {
    const [a, c] = await two();
    await setPassword(a.call, c);
    const body = { currentPassword: NEW_PASSWORD, newPassword: 'Another-Staple-77' };
    await done((await signIn(c.email, NEW_PASSWORD))({ key: 'POST /auth/change-password', body }));
    await vault.sql(
      `UPDATE identity.account_changes SET changed_at = now() - interval '8 days'
       WHERE user_id = $1 AND id = (SELECT min(id) FROM identity.account_changes WHERE user_id = $1
         AND changed_at > now() - interval '7 days')`,
      [c.id],
    );
    return [await request(a.call), await signIn(c.email, 'Another-Staple-77')];
  },
  'requests in the account of a colleague whose password it set, and decides in its own': async () => {
    const [a, c] = await two();
    await setPassword(a.call, c);
    return [await request(await signIn(c.email, NEW_PASSWORD)), a.call];
  },
  'creates two accounts, of which one requests and the other decides': async () => {
    const [a] = await two();
    return [await request((await create(a.call)).call), (await create(a.call)).call];
  },
  'requests by an API credential that it made for a colleague': async () => {
    const [a, c] = await two();
    const { call: client } = await apiClientOf(a.call, vault.origin, c.id);
    return [await request(client), (await create(a.call)).call];
  },
};

async function two(second: NewUser['role'] = 'admin'): Promise<[Account, Account]> {
  const [a, c] = await colleagues('admin', second);
  if (a === undefined || c === undefined) throw new Error('two accounts');
  return [a, c];
}

describe('one person decides no own request where it', () => {
  it.each(Object.entries(attacks))('%s', async (_, attack) => {
    const [independent] = await colleagues('admin');
    const [id, second] = await attack();
    const answer = await approve(second, id);
    expect([answer.status, answer.json().reason]).toEqual([403, 'DEPENDENT_ACCOUNT']);
    expect(answer.json().message).toContain('within the last seven days');
    const listed = await done(second({ key: 'GET /approvals', query: { companyId: 1, status: 'pending' } }));
    const shown = listed.json<{ id: number }[]>().find((one) => one.id === id);
    expect(shown).toMatchObject({ mayDecide: false, isDependent: true });
    await done(approve(independent?.call ?? asRoot, id));
  });

  it('keeps the access of an account that it created, or the created one keeps its access', async () => {
    const [a] = await colleagues('admin');
    if (a === undefined) throw new Error('an account');
    const made = await create(a.call);
    const started = await done(a.call({ key: 'POST /access-reviews', body: { companyId: 1 } }));
    const { id } = started.json<{ id: number }>();
    const listed = await done(
      a.call({ key: 'GET /access-reviews/{id}/lines', ...byId(id), query: { limit: 200 } }),
    );
    const lines = listed.json<{ id: number; userId: number; obstacle: string | null }[]>();
    const keep = (by: ApiCaller, userId: number) =>
      by({
        key: 'POST /access-reviews/{id}/lines/{lineId}/decision',
        params: { id, lineId: lines.find((line) => line.userId === userId)?.id },
        body: { decision: 'keep' },
      });
    for (const answer of [await keep(a.call, made.id), await keep(made.call, a.id)])
      expect([answer.status, answer.json().reason]).toEqual([403, 'DEPENDENT_LINE']);
    expect(lines.find((line) => line.userId === made.id)?.obstacle).toBe('dependent');
    await aWeekLater();
    await done(keep(a.call, made.id));
    await done(keep(made.call, a.id));
  });

  it("loosens limits and sets a colleague's password", async () => {
    const [a, c] = await two();
    const query = { companyId: 1 };
    const held = await done(a.call({ key: 'GET /reveal-policy', query }));
    const { updatedAt: _, pending: __, ...policy } = held.json<Record<string, unknown>>();
    const looser = { ...policy, conflicts: 1_000 };
    const set = await done(a.call({ key: 'PUT /reveal-policy', body: looser }));
    const { id } = set.json<{ pending: { id: number } }>().pending;
    await setPassword(a.call, c);
    const second = await signIn(c.email, NEW_PASSWORD);
    const decide = (by: ApiCaller) =>
      by({
        key: 'POST /reveal-policy/changes/{id}/decide',
        ...byId(id),
        body: { companyId: 1, decision: 'approved' },
      });
    const answer = await decide(second);
    expect([answer.status, answer.json().reason]).toEqual([403, 'DEPENDENT_ACCOUNT']);
    const read = await done(second({ key: 'GET /reveal-policy', query }));
    expect(read.json().pending).toMatchObject({ mayDecide: false, isDependent: true });
    await aWeekLater();
    await done(decide(await signIn(c.email, NEW_PASSWORD)));
  });
});

/** Takes over the account whose request was approved. @returns a caller that must not use the approval */
const takeovers: Readonly<Record<string, (by: ApiCaller, requester: Account) => Promise<ApiCaller>>> = {
  'sets the password': async (by, requester) => {
    await setPassword(by, requester);
    return await signIn(requester.email, NEW_PASSWORD);
  },
  'makes an API credential': async (by, { id }) => (await apiClientOf(by, vault.origin, id)).call,
};

describe('an approval of a request is not used by an account that', () => {
  const reveal = (by: ApiCaller) => {
    const body = { companyId: 1, individualIds: [1], fieldTypes: ['name'], purpose: 'kyc' };
    return by({ key: 'POST /pii-records/reveal', body });
  };

  it.each(Object.entries(takeovers))('approved it and then %s of the requester', async (_, takeOver) => {
    const [a, c] = await two();
    await done(approve(a.call, await request(c.call, 'reveal')));
    await done(reveal(c.call));
    const taken = await reveal(await takeOver(a.call, c));
    expect([taken.status, taken.text]).toEqual([403, expect.stringMatching(/APPROVAL_(REQUIRED|VOID)/)]);
  });
});
