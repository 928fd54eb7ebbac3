import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../client/download.ts';
import { messageOf } from '../../../../client/message-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useCursor } from '../../../../url/use-cursor.ts';
import { downloadReport, useReports } from '../../queries.ts';
import { useReportColumns } from './report-columns.tsx';

const PAGE = 50;

/** Every report that was asked for, newest first; those being made show that they are. */
export function ReportList({ companyId }: { companyId: number }) {
  const { t } = useTranslation('compliance');
  const { cursor } = useCursor();
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = useReports(companyId, cursor);
  const pager = usePager(data, PAGE);
  return (
    <Card flush>
      <DataTable
        id="compliance-reports"
        title={t('reports.title')}
        label={t('reports.title')}
        columns={useReportColumns()}
        rows={data?.rows}
        rowKey={({ id }) => String(id)}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        updatedAt={dataUpdatedAt}
        hasColumnChoice={false}
        actions={(report: ComplianceReport) => <DownloadButton report={report} />}
        pager={pager}
        empty={<EmptyState icon={FileText} title={t('reports.empty')} hint={t('reports.emptyHint')} />}
      />
    </Card>
  );
}

function DownloadButton({ report }: { report: ComplianceReport }) {
  const { t } = useTranslation('compliance');
  const [isPending, setPending] = useState(false);
  if (report.status !== 'done') return null;
  async function download(): Promise<void> {
    setPending(true);
    try {
      const { content, fileName } = await downloadReport(report.id);
      saveFile(content, fileName);
    } catch (error) {
      notify.error(t('error'), messageOf(error, t('reports.failedToLoad')), { error });
    }
    setPending(false);
  }
  return (
    <Button size="sm" variant="ghost" icon={Download} pending={isPending} onClick={() => void download()}>
      {t('reports.download', { format: report.format.toUpperCase() })}
    </Button>
  );
}
