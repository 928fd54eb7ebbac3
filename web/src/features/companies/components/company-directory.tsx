import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Building2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCompanies } from '../../../company/use-companies.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { exportCompanies } from '../queries.ts';
import { CompanyActions } from './company-actions.tsx';
import { useCompanyColumns } from './company-columns.tsx';

const companyActions = (company: Company) => <CompanyActions company={company} />;

/** All companies of the user. A row opens the company's page. */
export function CompanyDirectory() {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const can = useCan();
  const url = useUrlState();
  const { data, error, refetch, dataUpdatedAt } = useCompanies();
  const columns = useCompanyColumns();
  const [search, tier, status] = [url.get('search'), url.get('tier'), url.get('status')];
  const rows = useMemo(
    () => (data ? filterCompanies(data, { search, tier, status }) : undefined),
    [data, search, tier, status],
  );
  const { startExport, exportDialog } = useFileExport(exportCompanies, t('exportText'));

  return (
    <Card flush mb="4">
      <DataTable
        id="companies"
        title={t('directory')}
        label={t('directory')}
        columns={columns}
        rows={rows}
        rowKey={(company) => String(company.id)}
        error={error}
        onRetry={refetch}
        updatedAt={dataUpdatedAt}
        onSelect={(company) => navigate(`/companies/${company.id}?company=${company.id}`)}
        {...(can(companyPermissions.edit) ? { actions: companyActions } : {})}
        {...(rows && rows.length > 0 ? { onExport: startExport } : {})}
        toolbar={<CompanyFilters />}
        empty={
          <EmptyState
            icon={Building2}
            title={t('empty')}
            action={
              data?.length === 0 && can(companyPermissions.new) ? (
                <Button onClick={() => url.set({ new: '1' }, { push: true })}>{t('create.open')}</Button>
              ) : (
                <Button onClick={() => url.set({ search: null, tier: null, status: null })}>
                  {t('clearFilters')}
                </Button>
              )
            }
          />
        }
      />
      {exportDialog}
    </Card>
  );
}

interface CompanyFilter {
  search: string;
  /** '' means all. */
  tier: string;
  status: string;
}

/** Searches name and code, ignoring case. */
export function filterCompanies(companies: readonly Company[], filter: CompanyFilter): readonly Company[] {
  const needle = filter.search.trim().toLowerCase();
  return companies.filter(
    (company) =>
      (company.name.toLowerCase().includes(needle) || company.code.toLowerCase().includes(needle)) &&
      (filter.tier === '' || company.tier === filter.tier) &&
      (filter.status === '' || company.status === filter.status),
  );
}

const tiers = ['primary', 'secondary', 'healthcare', 'finance'];
const statuses = ['active', 'inactive', 'suspended'];

/** Search, tier and status, stored in the URL. */
function CompanyFilters() {
  const { t } = useTranslation('companies');
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value }), [set]);
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      <FilterChip
        name={t('column.tier')}
        value={get('tier')}
        onChange={(tier) => set({ tier })}
        options={[
          { value: '', label: t('allTiers') },
          ...tiers.map((value) => ({ value, label: t(`tier.${value}`) })),
        ]}
      />
      <FilterChip
        name={t('column.status')}
        value={get('status')}
        onChange={(status) => set({ status })}
        options={[
          { value: '', label: t('allStatus') },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
    </>
  );
}
