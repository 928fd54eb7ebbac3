import type { Answer } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

export type ShownCredentials = Answer<'POST /users/{id}/api-credentials/generate'>;
const issues = {
  generate: 'POST /users/{id}/api-credentials/generate',
  rotate: 'POST /users/{id}/api-credentials/rotate',
} as const;
type Issue = keyof typeof issues;

/** The answer holds the secret, so it does not stay in the cache. */
export const useIssueCredentials = (id: number) =>
  useChange((how: Issue) => client.call(issues[how], { params: { id } }), USER_PATHS, {
    gcTime: SENT_KEPT_MS,
  });

export const useRevokeCredentials = (id: number) =>
  useChange(() => client.call('DELETE /users/{id}/api-credentials', { params: { id } }), USER_PATHS);
