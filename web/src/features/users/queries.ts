import type { Answer, CallInput, DownloadedFile } from '@pii-vault/contract/client';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery, keptPageQuery } from '../../client/queries.ts';
import { SENT_KEPT_MS } from '../../client/sent-kept.ts';
import { useChange } from '../../client/use-change.ts';

/** Cached paths of the list of users, of one user, and of what counts them. */
const USER_PATHS = [
  '/users',
  '/users/{id}',
  '/users/{id}/company-roles',
  '/users/{id}/api-credentials',
  '/users/{id}/factors',
  '/users/{id}/sessions',
  // The path of a new company counts its administrators.
  '/waiting',
];

export type UsersQuery = NonNullable<CallInput<'GET /users'>['query']>;

/** One page of users. The previous page stays while the next one loads. */
export const useUsers = (query: UsersQuery) => useQuery(keptPageQuery('GET /users', { query }));

/** All users that match the filters, as CSV. @throws Problem */
export function exportUsers(
  { role, status, companyId }: UsersQuery,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  return client.download('GET /users/export', {
    query: { format: 'csv', role, status, companyId },
    signal,
  });
}

export const useManagedUser = (id: number) => useQuery(callQuery('GET /users/{id}', { params: { id } }));

type NewUser = CallInput<'POST /users'>['body'];

/** The answer may hold a password, so it does not stay in the cache. */
export const useCreateUser = () =>
  useChange((body: NewUser) => client.call('POST /users', { body }), USER_PATHS, { gcTime: SENT_KEPT_MS });

export type UserChange = CallInput<'PUT /users/{id}'>['body'];

/** Changes only the keys sent; refused if the user changed since `version`. The user is refetched in both cases. */
export const useUpdateUser = ({ id, version }: Pick<User, 'id' | 'version'>) =>
  useChange(
    (body: UserChange) => client.call('PUT /users/{id}', { params: { id }, body, ifMatch: version }),
    USER_PATHS,
    { alsoWhenRefused: true },
  );

/** Refused if the user changed since `version`. The user is refetched in both cases. */
export const useSetUserStatus = ({ id, version }: Pick<User, 'id' | 'version'>) =>
  useChange(
    (status: User['status']) =>
      client.call('POST /users/{id}/status', { params: { id }, body: { status }, ifMatch: version }),
    USER_PATHS,
    { alsoWhenRefused: true },
  );

/** Refetches the list only: a call for the deleted user would answer 404. */
export const useDeleteUser = (id: number) =>
  useChange(() => client.call('DELETE /users/{id}', { params: { id } }), ['/users', '/waiting']);

/** The password is not kept in the cache. */
export const useSetUserPassword = (id: number) =>
  useChange(
    (password: string) =>
      client.call('POST /users/{id}/admin-password', { params: { id }, body: { password } }),
    USER_PATHS,
    { gcTime: SENT_KEPT_MS },
  );

/** The answer may hold a password, so it does not stay in the cache. */
export const useResendEmail = (id: number) =>
  useChange(
    (includeNewPassword: boolean) =>
      client.call('POST /users/{id}/resend-email', { params: { id }, body: { includeNewPassword } }),
    USER_PATHS,
    { gcTime: SENT_KEPT_MS },
  );

/** The roles of this vault, most powerful first. */
export const useRoleOptions = () => useQuery(callQuery('GET /users/roles'));

export type CompanyRole = Answer<'GET /users/{id}/company-roles'>[number];

export const useCompanyRoles = (id: number) =>
  useQuery(callQuery('GET /users/{id}/company-roles', { params: { id } }));

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

/** Whether the user has API credentials; never the secret. */
export const useApiCredentials = (id: number) =>
  useQuery(callQuery('GET /users/{id}/api-credentials', { params: { id } }));

export type ShownCredentials = Answer<'POST /users/{id}/api-credentials/generate'>;

interface Issue {
  how: 'generate' | 'rotate';
  mayErase: boolean;
  /** Rotation only: how long the current secret stays valid. */
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

export const useUserFactors = (id: number) =>
  useQuery(callQuery('GET /users/{id}/factors', { params: { id } }));

export const useResetFactors = (id: number) =>
  useChange(() => client.call('DELETE /users/{id}/factors', { params: { id } }), USER_PATHS);

/** Sessions, tokens and the API credential of a user, newest first. */
export const useUserSessions = (id: number) =>
  useQuery(callQuery('GET /users/{id}/sessions', { params: { id } }));

export const useEndUserSession = (id: number) =>
  useChange(
    (sid: string) => client.call('DELETE /users/{id}/sessions/{sid}', { params: { id, sid } }),
    USER_PATHS,
  );
