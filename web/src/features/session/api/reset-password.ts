import { client } from '../../../client/client.ts';

/** Sets the password of the account that the link was mailed to; every session of the account ends. */
export const resetPassword = (token: string, password: string) =>
  client.call('POST /auth/reset-password', { body: { token, password } });
