import { type ApiCaller, apiCaller } from './api-caller.ts';

/** Password of every account of a test. */
export const PASSWORD = 'Long enough 9!';
/** Address of the first administrator. */
export const ROOT = 'root@example.org';

/** Creates the first administrator of a fresh vault, and returns an API client with their session. */
export async function firstAdmin(origin: string): Promise<ApiCaller> {
  const admin = { firstName: 'Root', lastName: 'Admin', email: ROOT, password: PASSWORD };
  await apiCaller(origin)({ key: 'POST /auth/setup-admin', body: admin });
  return (await signIn(origin)).call;
}

/** @throws Error with the refusal */
export async function signIn(origin: string, email = ROOT, password = PASSWORD) {
  const answer = await apiCaller(origin)({ key: 'POST /auth/login', body: { email, password } });
  if (answer.status !== 200) throw new Error(`${email}: ${answer.text}`);
  const bearer = String(answer.json().token);
  return { bearer, call: apiCaller(origin, bearer) };
}

export interface NewUser {
  readonly email: string;
  readonly role: 'admin' | 'pii_view' | 'analytics' | 'super_admin';
  /** Absent: a super_admin. */
  readonly companyId?: number;
  readonly firstName?: string;
}

/** Creates a user with PASSWORD. @returns the id @throws Error with the refusal */
export async function createUser(by: ApiCaller, user: NewUser): Promise<number> {
  const names = { firstName: 'Asha', lastName: 'Rao' };
  const given = { password: PASSWORD, generatePassword: false, sendEmail: false };
  const answer = await by({ key: 'POST /users', body: { ...names, ...user, ...given } });
  if (answer.status !== 201) throw new Error(`${user.email}: ${answer.text}`);
  return answer.json<{ user: { id: number } }>().user.id;
}

/** Makes an API credential for a user. @returns its bearer and an API client with it */
export async function apiClientOf(by: ApiCaller, origin: string, userId: number) {
  const made = await by({ key: 'POST /users/{id}/api-credentials/generate', params: { id: userId } });
  if (made.status >= 300) throw new Error(`User ${userId}: ${made.text}`);
  const { clientId, secret } = made.json<{ clientId: string; secret: string }>();
  const bearer = `${clientId}:${secret}`;
  return { bearer, call: apiCaller(origin, bearer) };
}
