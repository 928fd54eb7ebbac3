import type { CallInput } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

type Block = NonNullable<CallInput<'POST /security/blocked-ips'>['body']>;

/** Fails with 409 LOCKS_OUT for the caller's own address unless `confirm` is set. */
export const useBlockAddress = () =>
  useChange((body: Block) => client.call('POST /security/blocked-ips', { body }), ['/security/threats']);
