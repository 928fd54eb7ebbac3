import type { Client } from '@pii-vault/contract/client';
import type { DemoLogin } from '../../running-vault/fill-demo.ts';
import { SUFFIX } from './entry-acts.ts';
import { type Role, signIn, type Tour } from './tour.ts';

/** A user of the first company whose budgets and second factors no other suite shares. */
export interface OwnUser {
  readonly login: DemoLogin;
  /** A client with a session whose password is freshly confirmed. */
  readonly api: Client;
}

/** @param name of the suite, part of the user's e-mail address */
export async function makeOwnUser(tour: Tour, name: string, role: Role): Promise<OwnUser> {
  const { api } = await tour.as('super_admin');
  const login = { role, email: `${name}-${SUFFIX}@example.com`, password: `Tour-of-1-${SUFFIX}!` };
  const who = { firstName: 'Tara', lastName: 'Sen', companyId: 1 };
  await api.call('POST /users', { body: { ...login, ...who, generatePassword: false, sendEmail: false } });
  return { login, api: (await signIn(tour.address, login)).api };
}
