import type { RequestApproval } from '@pii-vault/contract/approvals/approvals-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

export const useRequestApproval = () =>
  useChange((body: RequestApproval) => client.call('POST /approvals', { body }), ['/approvals']);
