import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { MutedTime } from '../../../../ui/relative-time.tsx';
import { Strong } from '../../../../ui/strong.tsx';
import { statusOrder } from '../../rules/check-states.ts';
import { CheckBadge } from '../check-badge.tsx';
import { useComplianceWords } from '../use-compliance-words.ts';

export function useCheckColumns(): readonly Column<ComplianceCheck>[] {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const from = ({ inForceFrom }: ComplianceCheck) => (inForceFrom === null ? '–' : format.date(inForceFrom));
  return [
    {
      id: 'title',
      header: t('column.rule'),
      isFixed: true,
      list: 'title',
      value: (check) => words.title(check),
      cell: (check) => <Strong>{words.title(check)}</Strong>,
    },
    {
      id: 'ruleId',
      header: t('column.id'),
      list: 'none',
      value: ({ ruleId }) => ruleId,
      cell: ({ ruleId }) => <Mono>{ruleId}</Mono>,
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: ({ status }) => statusOrder.indexOf(status),
      cell: ({ status }) => <CheckBadge status={status} />,
    },
    {
      id: 'score',
      header: t('column.score'),
      align: 'end',
      list: 'note',
      value: ({ score, readiness }) => score ?? readiness ?? null,
      cell: (check) => words.figure(check),
    },
    {
      id: 'reference',
      header: t('column.reference'),
      list: 'note',
      value: ({ reference }) => reference,
      cell: ({ reference }) => reference,
    },
    {
      id: 'inForceFrom',
      header: t('column.inForce'),
      list: 'none',
      value: ({ inForceFrom }) => inForceFrom,
      cell: from,
    },
    {
      id: 'lastChecked',
      header: t('column.checked'),
      list: 'none',
      value: ({ lastChecked }) => lastChecked,
      cell: ({ lastChecked }) => <MutedTime at={lastChecked} />,
    },
  ];
}
