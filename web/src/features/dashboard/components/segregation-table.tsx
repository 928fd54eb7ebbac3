import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Building2, ListFilter, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { complianceLabel, complianceLabels, complianceTone } from '../../../company/compliance-label.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useCsvExport } from '../../../ui/data-table/use-csv-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoice } from '../../../ui/menu.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';

/** Data per company of the scope. A row links to the company's people. The export contains the filtered rows. */
export function SegregationTable({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const { get, set } = useUrlState();
  const { data, error, refetch, dataUpdatedAt } = useCompanies();
  const columns = useSegregationColumns();
  const wanted = get('compliance');
  const rows = data?.filter(
    ({ id, compliance }) =>
      (companyId === undefined || id === companyId) &&
      (wanted === '' || complianceLabel(compliance) === wanted),
  );
  const { startExport, exportDialog, isExporting } = useCsvExport({
    columns,
    fileName: 'company-data-segregation.csv',
    text: t('exportText'),
    load: async () => rows ?? [],
  });
  return (
    <Card flush>
      <DataTable
        id="segregation"
        title={t('segregation')}
        label={t('segregation')}
        columns={columns}
        rows={rows}
        rowKey={(company) => String(company.id)}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        hasColumnChoice={false}
        toolbar={<SegregationFilter />}
        onSelect={(company) => navigate(`/individuals?company=${company.id}`)}
        {...(rows && rows.length > 0 ? { onExport: startExport, isExporting } : {})}
        empty={
          <EmptyState
            icon={Building2}
            title={t('segregationEmpty')}
            action={<Button onClick={() => set({ compliance: null })}>{t('clearFilter')}</Button>}
          />
        }
      />
      {exportDialog}
    </Card>
  );
}

/** Filter by compliance, stored in the URL. */
function SegregationFilter() {
  const { t } = useTranslation('dashboard');
  const { get, set } = useUrlState();
  const active = complianceLabels.find((label) => label === get('compliance'));
  const name = (label: (typeof complianceLabels)[number]) => t(`complianceFilter.${label}`);
  return (
    <>
      {active ? (
        <Chip
          type="button"
          data-active
          aria-label={t('filterClear', { name: name(active) })}
          onClick={() => set({ compliance: null })}
        >
          {name(active)}
          <Icon as={X} size={12} />
        </Chip>
      ) : null}
      <Menu
        trigger={
          <Chip type="button">
            <Icon as={ListFilter} size={14} />
            {t('filter')}
          </Chip>
        }
      >
        <MenuChoice
          label={t('column.compliance')}
          value={active ?? ''}
          onChange={(compliance) => set({ compliance })}
          options={[
            { value: '', label: t('complianceFilter.all') },
            ...complianceLabels.map((value) => ({ value, label: name(value) })),
          ]}
        />
      </Menu>
    </>
  );
}

function useSegregationColumns(): readonly Column<Company>[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return useMemo(() => {
    const types = ({ dataTypes }: Company) => dataTypes.map((type) => t(`field.${type}`)).join(', ');
    const compliance = ({ compliance: of }: Company) =>
      t(`compliance.${complianceLabel(of)}`, { n: of.readiness });
    return [
      {
        id: 'name',
        header: t('column.company'),
        isFixed: true,
        list: 'title',
        value: (company) => company.name,
        cell: (company) => <Strong>{company.name}</Strong>,
      },
      {
        id: 'piiRecords',
        header: t('column.records'),
        align: 'end',
        list: 'note',
        value: (company) => company.piiRecords,
        cell: (company) => format.number(company.piiRecords),
        listCell: (company) =>
          t('records', { count: company.piiRecords, n: format.number(company.piiRecords) }),
      },
      {
        id: 'dataTypes',
        header: t('column.types'),
        list: 'note',
        value: types,
        cell: (company) => (
          <span title={types(company)}>
            {t('types', { count: company.dataTypes.length, n: format.number(company.dataTypes.length) })}
          </span>
        ),
      },
      {
        id: 'aadhaarStatus',
        header: t('column.aadhaar'),
        list: 'none',
        value: (company) => t(`aadhaar.${company.aadhaarStatus}`),
        cell: (company) => (
          <StatusBadge tone={company.aadhaarStatus === 'encrypted' ? 'success' : 'neutral'}>
            {t(`aadhaar.${company.aadhaarStatus}`)}
          </StatusBadge>
        ),
      },
      {
        id: 'compliance',
        header: t('column.compliance'),
        list: 'end',
        value: compliance,
        cell: (company) => (
          <StatusBadge tone={complianceTone(complianceLabel(company.compliance))}>
            {compliance(company)}
          </StatusBadge>
        ),
      },
      {
        id: 'lastActivityAt',
        header: t('column.activity'),
        list: 'note',
        value: (company) => company.lastActivityAt,
        cell: (company) => <MutedTime at={company.lastActivityAt} />,
      },
    ];
  }, [t, format]);
}
