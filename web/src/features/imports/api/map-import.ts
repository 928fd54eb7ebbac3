import type { CallInput } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

type ImportAnswer = CallInput<'PUT /imports/{id}/mapping'>['body'];

/** Answers the questions of a held import, which then continues. */
export const useMapImport = (id: number) =>
  useChange(
    (body: ImportAnswer) => client.call('PUT /imports/{id}/mapping', { params: { id }, body }),
    ['/imports', '/imports/{id}', '/dashboard/attention'],
    { inBackground: true },
  );
