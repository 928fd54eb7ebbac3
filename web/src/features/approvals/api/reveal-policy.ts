import type { RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';

export const useRevealPolicy = (companyId: number) =>
  useQuery(callQuery('GET /reveal-policy', { query: { companyId } }));

const PATHS = ['/reveal-policy', '/reveal-budget', '/dashboard/attention'];

export const useSetRevealPolicy = () =>
  useChange(
    (body: Omit<RevealPolicy, 'updatedAt' | 'pending'>) => client.call('PUT /reveal-policy', { body }),
    PATHS,
    { inBackground: true },
  );

interface ChangeDecision {
  companyId: number;
  id: number;
  isApproved: boolean;
}

/** Approves or refuses looser limits; the client asks for the password where it is needed. */
export const useDecidePolicyChange = () =>
  useChange(
    ({ companyId, id, isApproved }: ChangeDecision) =>
      client.call('POST /reveal-policy/changes/{id}/decide', {
        params: { id },
        body: { companyId, decision: isApproved ? 'approved' : 'refused' },
      }),
    PATHS,
    {
      // Also after a refusal by the server: another person may have decided meanwhile.
      alsoWhenRefused: true,
      inBackground: true,
    },
  );
