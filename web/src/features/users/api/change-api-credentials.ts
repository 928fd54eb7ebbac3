import type { Answer } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

export type ShownCredentials = Answer<'POST /users/{id}/api-credentials/generate'>;

export interface Issue {
  how: 'generate' | 'rotate';
  mayErase: boolean;
  /** Of a rotation: how long the present secret stays valid. */
  overlapHours: number;
}

/** The answer holds the secret, so it does not stay in the cache. */
export const useIssueCredentials = (id: number) =>
  useChange(
    ({ how, mayErase, overlapHours }: Issue) => {
      const erasing = { mayErase: mayErase ? 'true' : 'false' } as const;
      return how === 'generate'
        ? client.call('POST /users/{id}/api-credentials/generate', { params: { id }, query: erasing })
        : client.call('POST /users/{id}/api-credentials/rotate', {
            params: { id },
            query: { ...erasing, overlapHours },
          });
    },
    USER_PATHS,
    { gcTime: SENT_KEPT_MS },
  );

export const useRevokeCredentials = (id: number) =>
  useChange(() => client.call('DELETE /users/{id}/api-credentials', { params: { id } }), USER_PATHS);
