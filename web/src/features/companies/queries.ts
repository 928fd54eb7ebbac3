import type { DownloadedFile } from '@pii-vault/contract/client';
import type { Company, CompanyProfile, CreateCompany } from '@pii-vault/contract/companies/companies-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { allPagesQuery, callQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';

/** Queries that a change of a company or an agreement invalidates. */
const COMPANY_PATHS = [
  '/companies',
  '/companies/summary',
  '/link-agreements',
  '/compliance',
  '/waiting',
  '/dashboard/metrics',
  '/analytics',
  '/data-lineage',
  '/data-lineage/analysis',
  '/data-lineage/entries',
  '/data-lineage/summary',
];

/** Figures over all companies of the user. */
export const useCompaniesSummary = () => useQuery(callQuery('GET /companies/summary'));

/** All companies of the user, as CSV. @throws Problem */
export function exportCompanies(signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /companies/export', { query: { format: 'csv' }, signal });
}

export const useCreateCompany = () =>
  useChange((body: CreateCompany) => client.call('POST /companies', { body }), COMPANY_PATHS);

export interface CompanyChange {
  name: string;
  code: string;
  tier: 'primary' | 'secondary' | 'healthcare' | 'finance';
  timeZone: string;
}

/** Fails with 412 if the company has changed since it was read. Refetches also after a failure. */
export const useUpdateCompany = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  useChange(
    (body: Partial<CompanyChange> & { profile?: CompanyProfile }) =>
      client.call('PUT /companies/{id}', { params: { id }, body, ifMatch: version }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );

/** Fails with 412 if the company has changed since it was read. Refetches also after a failure. */
export const useSetCompanyStatus = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  useChange(
    (status: Company['status']) =>
      client.call('POST /companies/{id}/status', { params: { id }, body: { status }, ifMatch: version }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );

/** Fails with 412 if the company has changed since it was read. Refetches also after a failure. */
export const useDeleteCompany = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  useChange(
    () => client.call('DELETE /companies/{id}', { params: { id }, ifMatch: version }),
    COMPANY_PATHS,
    { alsoWhenRefused: true, inBackground: true },
  );

export const useRefuseReactivation = (id: number) =>
  useChange(
    () => client.call('POST /companies/{id}/reactivation-requests/refuse', { params: { id } }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );

/** Refetches also after a failure: another user may have made the request already. */
export const useRequestReactivation = (id: number) =>
  useChange(
    (body: { reason: string }) =>
      client.call('POST /companies/{id}/reactivation-requests', { params: { id }, body }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );

/** Checks of a company, under the same key as the badges of the top bar. */
export const useCompanyChecks = (companyId: number, enabled: boolean) =>
  useQuery({ ...callQuery('GET /compliance', { query: { companyId } }), enabled });

export const useCompanyPurposes = (companyId: number, enabled: boolean) =>
  useQuery({ ...allPagesQuery('GET /purposes', { query: { companyId } }), enabled });

export const useCompanyLimits = (companyId: number, enabled: boolean) =>
  useQuery({ ...callQuery('GET /reveal-policy', { query: { companyId } }), enabled });

export const useCompanyKeys = (companyId: number, enabled: boolean) =>
  useQuery({ ...allPagesQuery('GET /encryption-keys', { query: { companyId } }), enabled });

export const useCompanyUsers = (companyId: number, enabled: boolean) =>
  useQuery({ ...allPagesQuery('GET /users', { query: { companyId } }), enabled });

/** Agreements of all companies that the user manages, as CSV. @throws Problem */
export function exportLinkAgreements(signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /link-agreements/export', { query: { format: 'csv' }, signal });
}

interface NewLinkAgreement {
  companyId: number;
  otherCompanyId: number;
  purpose: string;
  includeAadhaar?: boolean | undefined;
  disclosureDelay?: number | undefined;
  includesHealthData?: boolean | undefined;
}

export const useCreateLinkAgreement = () =>
  useChange((body: NewLinkAgreement) => client.call('POST /link-agreements', { body }), COMPANY_PATHS);

export const useAcceptLinkAgreement = () =>
  useChange(
    (id: number) => client.call('POST /link-agreements/{id}/accept', { params: { id } }),
    COMPANY_PATHS,
  );

export const useEndLinkAgreement = () =>
  useChange((id: number) => client.call('DELETE /link-agreements/{id}', { params: { id } }), COMPANY_PATHS);
