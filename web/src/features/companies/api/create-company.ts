import type { CreateCompany } from '@pii-vault/contract/companies/companies-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

export const useCreateCompany = () =>
  useChange((body: CreateCompany) => client.call('POST /companies', { body }), COMPANY_PATHS);
