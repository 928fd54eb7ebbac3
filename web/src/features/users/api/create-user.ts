import type { CallInput } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

export type NewUser = CallInput<'POST /users'>['body'];

/** The answer may hold a password, so it does not stay in the cache. */
export const useCreateUser = () =>
  useChange((body: NewUser) => client.call('POST /users', { body }), USER_PATHS, { gcTime: SENT_KEPT_MS });
