import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import { useTranslation } from 'react-i18next';
import { inReaderLanguage } from '../../../../i18n/messages.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { Strong } from '../../../../ui/strong.tsx';
import { useComplianceWords } from '../use-compliance-words.ts';

const tones = { queued: 'info', done: 'success', failed: 'error' } as const;

export function useReportColumns(): readonly Column<ComplianceReport>[] {
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
