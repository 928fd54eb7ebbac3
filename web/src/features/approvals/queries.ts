import type { RequestApproval } from '@pii-vault/contract/approvals/approvals-schema';
import type { RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import type { SecondFactorPolicy } from '@pii-vault/contract/second-factor-policy/second-factor-policy-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery, pageQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';

interface ApprovalsQuery {
  companyId: number;
  cursor: string | undefined;
}

const PAGE_SIZE = 50;

/** Newest first. Users see their own requests; managers of the company see those of all users. */
export const useApprovals = ({ companyId, cursor }: ApprovalsQuery) =>
  useQuery(pageQuery('GET /approvals', { query: { companyId, limit: PAGE_SIZE, cursor } }));

export const useRequestApproval = () =>
  useChange((body: RequestApproval) => client.call('POST /approvals', { body }), ['/approvals']);

/** The client asks for the password if needed. */
export const useDecideApproval = () =>
  useChange(
    ({ id, isApproved }: { id: number; isApproved: boolean }) =>
      isApproved
        ? client.call('POST /approvals/{id}/approve', { params: { id } })
        : client.call('POST /approvals/{id}/refuse', { params: { id } }),
    ['/approvals', '/waiting'],
    {
      // Another person may have decided meanwhile.
      alsoWhenRefused: true,
    },
  );

/** Amount that the user may still reveal in the company today. */
export const useRevealBudget = (companyId: number) =>
  useQuery(callQuery('GET /reveal-budget', { query: { companyId } }));

export const useRevealPolicy = (companyId: number) =>
  useQuery(callQuery('GET /reveal-policy', { query: { companyId } }));

const REVEAL_POLICY_PATHS = ['/reveal-policy', '/reveal-budget', '/waiting'];

export const useSetRevealPolicy = () =>
  useChange(
    (body: Omit<RevealPolicy, 'updatedAt' | 'pending'>) => client.call('PUT /reveal-policy', { body }),
    REVEAL_POLICY_PATHS,
    { inBackground: true },
  );

interface ChangeDecision {
  companyId: number;
  id: number;
  isApproved: boolean;
}

/** Decides a change that loosens the limits. The client asks for the password if needed. */
export const useDecidePolicyChange = () =>
  useChange(
    ({ companyId, id, isApproved }: ChangeDecision) =>
      client.call('POST /reveal-policy/changes/{id}/decide', {
        params: { id },
        body: { companyId, decision: isApproved ? 'approved' : 'refused' },
      }),
    REVEAL_POLICY_PATHS,
    {
      // Another person may have decided meanwhile.
      alsoWhenRefused: true,
      inBackground: true,
    },
  );

export const useSecondFactorPolicy = (companyId: number) =>
  useQuery(callQuery('GET /second-factor-policy', { query: { companyId } }));

/** The client asks for a second factor or the password if needed. */
export const useSetSecondFactorPolicy = () =>
  useChange(
    (body: Pick<SecondFactorPolicy, 'companyId' | 'roles'>) =>
      client.call('PUT /second-factor-policy', { body }),
    ['/second-factor-policy'],
    { inBackground: true },
  );
