import type { ListedRotation } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

interface RotationHistoryProps {
  rotations: readonly ListedRotation[] | undefined;
  error: unknown;
  onRetry: () => void;
  updatedAt: number;
}

const tones = { running: 'accent', blocked: 'error', done: 'success' } as const;

/** The last rotations, by request and by schedule. */
export function RotationHistory({ rotations, ...rest }: RotationHistoryProps) {
  const { t } = useTranslation('encryption-keys');
  return (
    <Card flush mt="4">
      <DataTable
        id="key-rotations"
        title={t('history.title')}
        label={t('history.title')}
        columns={useRotationColumns()}
        rows={rotations}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState icon={RotateCw} title={t('history.empty')} hint={t('history.emptyHint')} />}
        {...rest}
      />
    </Card>
  );
}

function useRotationColumns(): readonly Column<ListedRotation>[] {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const what = ({ keyType, toVersion }: ListedRotation) =>
    t('history.key', { type: t(`keyType.${keyType}`), version: toVersion });
  return [
    {
      id: 'company',
      header: t('company'),
      isFixed: true,
      list: 'title',
      value: ({ company }) => company.name,
      cell: ({ company }) => company.name,
    },
    { id: 'key', header: t('history.to'), list: 'note', value: what, cell: what },
    {
      id: 'cause',
      header: t('history.cause'),
      list: 'none',
      value: ({ cause }) => t(`history.by.${cause}`),
      cell: ({ cause }) => t(`history.by.${cause}`),
    },
    {
      id: 'moved',
      header: t('history.moved'),
      align: 'end',
      list: 'none',
      value: ({ rewrapped }) => rewrapped,
      cell: ({ rewrapped }) => format.number(rewrapped),
    },
    {
      id: 'status',
      header: t('status'),
      list: 'end',
      value: ({ status }) => t(`history.status.${status}`),
      cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`history.status.${status}`)}</StatusBadge>,
    },
    {
      id: 'started',
      header: t('history.started'),
      list: 'note',
      value: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => format.dateTime(startedAt),
    },
    {
      id: 'finished',
      header: t('history.finished'),
      list: 'none',
      value: ({ finishedAt }) => finishedAt,
      cell: ({ finishedAt }) => (finishedAt ? format.dateTime(finishedAt) : '–'),
    },
  ];
}
