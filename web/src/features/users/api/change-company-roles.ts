import type { CallInput } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

export type NewCompanyRole = CallInput<'POST /users/{id}/company-roles'>['body'];

export const useAssignCompanyRole = (id: number) =>
  useChange(
    (body: NewCompanyRole) => client.call('POST /users/{id}/company-roles', { params: { id }, body }),
    USER_PATHS,
  );

export const useRemoveCompanyRole = (id: number) =>
  useChange(
    (assignmentId: number) =>
      client.call('DELETE /users/{id}/company-roles/{assignmentId}', { params: { id, assignmentId } }),
    USER_PATHS,
  );
