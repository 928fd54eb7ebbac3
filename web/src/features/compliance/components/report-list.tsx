import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../client/download.ts';
import { messageOf } from '../../../client/message-of.ts';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { downloadReport, useReports } from '../queries.ts';
import { useComplianceWords } from './use-compliance-words.ts';

const PAGE = 50;

/** All requested reports, newest first. */
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

const tones = { queued: 'info', done: 'success', failed: 'error' } as const;

function useReportColumns(): readonly Column<ComplianceReport>[] {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const name = ({ regulationType }: ComplianceReport) =>
    regulationType === 'all' ? t('reports.all') : words.regulation(regulationType);
  return [
    {
      id: 'regulationType',
      header: t('column.regulation'),
      isFixed: true,
      list: 'title',
      cell: (report) => <Strong>{name(report)}</Strong>,
    },
    {
      id: 'format',
      header: t('column.format'),
      list: 'note',
      cell: ({ format: type }) => type.toUpperCase(),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      cell: ({ status, problem }) => (
        <StatusBadge tone={tones[status]}>
          {problem ? `${t(`reports.${status}`)}: ${inReaderLanguage(problem)}` : t(`reports.${status}`)}
        </StatusBadge>
      ),
    },
    {
      id: 'createdAt',
      header: t('column.asked'),
      list: 'note',
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      id: 'size',
      header: t('column.size'),
      align: 'end',
      list: 'none',
      cell: ({ size }) =>
        size === null ? '–' : t('reports.kilobytes', { n: format.decimal(size / 1000, 1) }),
    },
    {
      id: 'sha256',
      header: t('column.sha256'),
      list: 'none',
      cell: ({ sha256 }) => (sha256 === null ? '–' : <Mono title={sha256}>{`${sha256.slice(0, 12)}…`}</Mono>),
    },
  ];
}
