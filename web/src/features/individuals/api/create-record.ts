import type { CreateRecord } from '@pii-vault/contract/pii-records/pii-records-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';

export interface NewRecord {
  body: CreateRecord;
  /** The same key for a repeated try, so that a lost answer makes no second person. */
  idempotencyKey: string;
}

/** One person with all fields. `SENT_KEPT_MS`: the values sent leave the cache with the form. */
export function useCreateRecord() {
  const onSuccess = useInvalidateIndividuals();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewRecord) =>
      client.call('POST /pii-records', { body, idempotencyKey }),
    onSuccess,
    gcTime: SENT_KEPT_MS,
  });
}
