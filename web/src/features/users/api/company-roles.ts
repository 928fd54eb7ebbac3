import type { Answer } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export type CompanyRole = Answer<'GET /users/{id}/company-roles'>[number];

export const useCompanyRoles = (id: number) =>
  useQuery({
    queryKey: ['/users', 'company-roles', id],
    queryFn: ({ signal }) => client.call('GET /users/{id}/company-roles', { params: { id }, signal }),
  });
