import { client } from '../../../client/client.ts';

/** The answer is the same whether there is an account or not. */
export const forgotPassword = (email: string) =>
  client.call('POST /auth/forgot-password', { body: { email } });
