import { type Client, createClient } from '@pii-vault/contract/client';

/**
 * Calls under the token of a session that lacks its second factor. It is kept in memory alone: no screen shows it as
 * one.
 */
export const stepClient = (token: string): Client => createClient({ getToken: () => token });
