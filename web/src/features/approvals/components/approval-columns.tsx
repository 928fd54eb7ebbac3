import { Box } from '@chakra-ui/react';
import type { Approval } from '@pii-vault/contract/approvals/approvals-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Mono } from '../../../ui/mono.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';

const tones: Readonly<Record<Approval['status'], Tone>> = {
  pending: 'warning',
  approved: 'success',
  refused: 'error',
  expired: 'neutral',
  used: 'neutral',
};

/** A reason that the reader may not read. */
function Withheld() {
  const { t } = useTranslation('approvals');
  return <Muted>{t('withheld')}</Muted>;
}

export function useApprovalColumns(): readonly Column<Approval>[] {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  return useMemo(() => {
    const who = (approval: Approval) => approval.requestedByName ?? t('user', { id: approval.requestedBy });
    const people = ({ people: asked, used }: Approval) =>
      t('people', { used: format.number(used), n: format.number(asked) });
    return [
      {
        id: 'requester',
        header: t('column.requester'),
        isFixed: true,
        list: 'title',
        value: who,
        cell: (approval) => (
          <Strong>
            {who(approval)}
            {approval.clientId === null ? null : (
              <Box as="span" color="ink.2" ms="2">
                <Mono>{approval.clientId}</Mono>
              </Box>
            )}
          </Strong>
        ),
      },
      {
        id: 'kind',
        header: t('column.kind'),
        value: ({ kind }) => t(`kind.${kind}`),
        cell: ({ kind }) => t(`kind.${kind}`),
      },
      {
        id: 'purpose',
        header: t('column.purpose'),
        value: ({ purpose }) => purpose,
        cell: ({ purpose }) => purposeName(purpose),
      },
      { id: 'people', header: t('column.people'), align: 'end', value: ({ people: n }) => n, cell: people },
      {
        id: 'reason',
        header: t('column.reason'),
        value: ({ reason }) => reason,
        cell: ({ reason }) => reason ?? <Withheld />,
      },
      {
        id: 'status',
        header: t('column.status'),
        list: 'end',
        value: ({ status }) => t(`status.${status}`),
        cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>,
      },
      {
        id: 'decided',
        header: t('column.decided'),
        list: 'none',
        value: ({ decidedByName, decidedBy }) => decidedByName ?? decidedBy,
        cell: ({ decidedByName, decidedBy }) =>
          decidedByName ?? (decidedBy === null ? '–' : t('user', { id: decidedBy })),
      },
      {
        id: 'expires',
        header: t('column.expires'),
        list: 'none',
        value: ({ expiresAt }) => expiresAt,
        cell: ({ expiresAt, status }) =>
          status === 'pending' || status === 'approved' ? format.dateTime(expiresAt) : '–',
      },
    ];
  }, [t, format]);
}
