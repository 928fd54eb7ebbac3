import { Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Ban, Building2, Link2, Pencil, Power } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCompanies } from '../../../company/use-companies.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { filterCompanies } from '../company-filter.ts';
import { useCompanyColumns } from './company-columns.tsx';
import { CompanyFilters } from './company-filters.tsx';

/** Every company of the user; a row leads to its people. */
export function CompanyDirectory() {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const can = useCan();
  const url = useUrlState();
  const { data, error, refetch } = useCompanies();
  const columns = useCompanyColumns();
  const filter = { search: url.get('search'), tier: url.get('tier'), status: url.get('status') };
  const rows = data ? filterCompanies(data, filter) : undefined;
  const open = (key: 'edit' | 'change' | 'link', id: number) =>
    url.set({ [key]: String(id) }, { push: true });

  function actions(company: Company) {
    const isActive = company.status === 'active';
    return (
      <Flex gap="0.5" justify="flex-end">
        <IconButton
          size="sm"
          icon={Pencil}
          label={t('action.edit', { name: company.name })}
          onClick={() => open('edit', company.id)}
        />
        <IconButton
          size="sm"
          icon={Link2}
          label={t('action.link', { name: company.name })}
          disabled={(data?.length ?? 0) < 2}
          onClick={() => open('link', company.id)}
        />
        <IconButton
          size="sm"
          icon={isActive ? Ban : Power}
          color={isActive ? 'error' : 'success'}
          label={t(isActive ? 'action.suspend' : 'action.activate', { name: company.name })}
          onClick={() => open('change', company.id)}
        />
      </Flex>
    );
  }

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
        onSelect={(company) => navigate(`/individuals?company=${company.id}`)}
        {...(can('company:manage') ? { actions } : {})}
        exportName="companies"
        toolbar={<CompanyFilters />}
        empty={
          <EmptyState
            icon={Building2}
            title={t('empty')}
            action={
              data?.length === 0 && can('company:create') ? (
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
    </Card>
  );
}
