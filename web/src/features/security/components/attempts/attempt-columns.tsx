import { Box } from '@chakra-ui/react';
import type { LoginAttempt } from '@pii-vault/contract/security/security-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { deviceLine, outcomeOf, outcomeTones } from '../../rules/attempts.ts';
import { useThreatWords } from '../threats/use-threat-words.ts';
import { RiskBadge } from './risk-badge.tsx';

/** Columns of a table of login attempts. The server has one order, so none is sortable. */
export function useAttemptColumns(): readonly Column<LoginAttempt>[] {
  const { t } = useTranslation('security');
  const format = useFormat();
  const words = useThreatWords();
  const quiet = (text: string) => <Muted>{text || '–'}</Muted>;
  return [
    {
      id: 'timestamp',
      header: t('column.time'),
      isFixed: true,
      list: 'note',
      cell: (attempt) => format.dateTime(attempt.timestamp),
    },
    {
      id: 'email',
      header: t('column.email'),
      list: 'title',
      cell: (attempt) => (
        <Box as="span" overflowWrap="anywhere">
          {attempt.email || '–'}
        </Box>
      ),
    },
    {
      id: 'ipAddress',
      header: t('column.ip'),
      list: 'note',
      cell: (attempt) => <Mono>{attempt.ipAddress}</Mono>,
    },
    {
      id: 'riskScore',
      header: t('column.risk'),
      list: 'note',
      cell: (attempt) => <RiskBadge score={attempt.riskScore} />,
    },
    {
      id: 'outcome',
      header: t('column.status'),
      list: 'end',
      cell: (attempt) => {
        const outcome = outcomeOf(attempt);
        return <StatusBadge tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</StatusBadge>;
      },
    },
    {
      id: 'failureReason',
      header: t('column.reason'),
      list: 'none',
      cell: ({ failureReason }) => quiet(failureReason === null ? '' : words.reason(failureReason)),
    },
    {
      id: 'device',
      header: t('column.device'),
      list: 'none',
      cell: (attempt) => quiet(deviceLine(attempt.deviceInfo)),
    },
  ];
}
