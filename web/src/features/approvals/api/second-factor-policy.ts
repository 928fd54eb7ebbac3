import type { SecondFactorPolicy } from '@pii-vault/contract/second-factor-policy/second-factor-policy-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';

const PATH = '/second-factor-policy';

export const useSecondFactorPolicy = (companyId: number) =>
  useQuery(callQuery('GET /second-factor-policy', { query: { companyId } }));

/** The client asks for a second factor or the password where it is needed. */
export const useSetSecondFactorPolicy = () =>
  useChange(
    (body: Pick<SecondFactorPolicy, 'companyId' | 'roles'>) =>
      client.call('PUT /second-factor-policy', { body }),
    [PATH],
    { inBackground: true },
  );
