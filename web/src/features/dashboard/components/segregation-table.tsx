import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { complianceLabel } from '../../../company/compliance-label.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useCsvExport } from '../../../ui/data-table/use-csv-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useSegregationColumns } from './segregation-columns.tsx';
import { SegregationFilter } from './segregation-filter.tsx';

/** What each company of the user holds; a row leads to its people. The export has the rows that the filter leaves. */
export function SegregationTable() {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const { get, set } = useUrlState();
  const { data, error, refetch, dataUpdatedAt } = useCompanies();
  const columns = useSegregationColumns();
  const wanted = get('compliance');
  const rows = data?.filter((company) => wanted === '' || complianceLabel(company.compliance) === wanted);
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
        error={error}
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
