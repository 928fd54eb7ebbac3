import { type ApiCaller, apiCaller } from './api-caller.ts';

const password = 'Long enough 9!';

/** Creates the first administrator of a fresh vault, and returns an API client with their session. */
export async function firstAdmin(origin: string): Promise<ApiCaller> {
  const anybody = apiCaller(origin);
  const admin = { firstName: 'Root', lastName: 'Admin', email: 'root@example.org', password };
  await anybody({ key: 'POST /auth/setup-admin', body: admin });
  const login = await anybody({ key: 'POST /auth/login', body: { email: admin.email, password } });
  return apiCaller(origin, String(login.json().token));
}
