import { createClient } from '@pii-vault/contract/client';
import type { Browser, Page } from 'playwright-core';
import type { Administrator } from '../../tests/running-vault/api-partner.ts';

/** A session as the console stores it. */
export type StoredSession = Readonly<Record<string, string>>;

const DESK = { width: 1440, height: 900 };

export async function signIn(address: string, { email, password }: Administrator): Promise<StoredSession> {
  const api = createClient({ baseUrl: `${address}/api`, getToken: () => undefined });
  const { token, user } = await api.call('POST /auth/login', { body: { email, password } });
  return { auth_token: token, auth_user: JSON.stringify(user) };
}

/** A page with an empty cache, like a first visit. Closing its context ends it. */
export async function openPage(browser: Browser, address: string, session: StoredSession): Promise<Page> {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    baseURL: address,
    viewport: DESK,
    locale: 'en-IN',
  });
  return await context.newPage();
}
