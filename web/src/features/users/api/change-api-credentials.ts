import type { Answer } from '@pii-vault/contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

export type ShownCredentials = Answer<'POST /users/{id}/api-credentials/generate'>;
const issues = {
  generate: 'POST /users/{id}/api-credentials/generate',
  rotate: 'POST /users/{id}/api-credentials/rotate',
} as const;
type Issue = keyof typeof issues;

/** The answer holds the secret, so it does not stay in the cache. */
export function useIssueCredentials(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (how: Issue) => client.call(issues[how], { params: { id } }),
    onSuccess,
    gcTime: SENT_KEPT_MS,
  });
}

export function useRevokeCredentials(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: () => client.call('DELETE /users/{id}/api-credentials', { params: { id } }),
    onSuccess,
  });
}
