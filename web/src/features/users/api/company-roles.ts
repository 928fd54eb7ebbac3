import type { Answer } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

export type CompanyRole = Answer<'GET /users/{id}/company-roles'>[number];

export const useCompanyRoles = (id: number) =>
  useQuery(callQuery('GET /users/{id}/company-roles', { params: { id } }));
