import { Box, Flex } from '@chakra-ui/react';
import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import { Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { alertTones, statusTones, stretchesOf } from '../encryption.ts';

type Entry = HsmStatus['entries'][number];

/** History of the key store's states, as a strip and as a table. */
export function StoreHistory({ entries, updatedAt }: { entries: readonly Entry[]; updatedAt: number }) {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const stretches = stretchesOf(entries, updatedAt);
  const oldest = entries.at(-1);
  return (
    <Card flush title={t('history.title')} mt="4">
      {oldest ? (
        <Box px="4" pb="4">
          <Flex height="4" borderRadius="badge" overflow="hidden" bg="neutral.soft" aria-hidden="true">
            {stretches.map(({ key, percent, tone }) => (
              <Box key={key} width={`${percent}%`} bg={tone === 'neutral' ? 'neutral.soft' : tone} />
            ))}
          </Flex>
          <Flex justify="space-between" textStyle="small" color="ink.2" mt="1">
            <span>{format.dateTime(oldest.createdAt)}</span>
            <span>{t('history.now')}</span>
          </Flex>
        </Box>
      ) : null}
      <DataTable
        id="hsm-history"
        label={t('history.title')}
        hasToolbar={false}
        columns={useHistoryColumns()}
        rows={entries}
        rowKey={(entry) => String(entry.id)}
        updatedAt={updatedAt}
        empty={<EmptyState icon={Server} title={t('history.empty')} />}
      />
    </Card>
  );
}

function useHistoryColumns(): readonly Column<Entry>[] {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  return [
    {
      id: 'status',
      header: t('column.status'),
      isFixed: true,
      list: 'title',
      value: ({ status }) => t(`keyStore.${status}`, { ns: 'app' }),
      cell: ({ status }) => (
        <StatusBadge tone={statusTones[status]}>{t(`keyStore.${status}`, { ns: 'app' })}</StatusBadge>
      ),
    },
    {
      id: 'alert',
      header: t('store.alert'),
      list: 'end',
      value: ({ alertLevel }) => t(`alert.${alertLevel}`),
      cell: ({ alertLevel }) => (
        <StatusBadge tone={alertTones[alertLevel]}>{t(`alert.${alertLevel}`)}</StatusBadge>
      ),
    },
    {
      id: 'from',
      header: t('column.from'),
      list: 'note',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      id: 'until',
      header: t('store.checked'),
      list: 'none',
      value: ({ lastHealthCheck }) => lastHealthCheck,
      cell: ({ lastHealthCheck }) => format.dateTime(lastHealthCheck),
    },
    {
      id: 'hsm',
      header: t('store.id'),
      list: 'none',
      value: ({ hsmId }) => hsmId,
      cell: ({ hsmId }) => <Mono>{hsmId}</Mono>,
    },
    {
      id: 'serial',
      header: t('store.serial'),
      list: 'none',
      value: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => (serialNumber ? <Mono>{serialNumber}</Mono> : t('store.silent')),
    },
  ];
}
