import { Box } from '@chakra-ui/react';
import type { BlockedIp } from '@pii-vault/contract/security/security-schema';
import { Ban, ShieldOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { MutedTime } from '../../../../ui/relative-time.tsx';
import type { AskBlock, AskUnblock } from './use-blocking.tsx';

interface BlockedIpsProps {
  rows: readonly BlockedIp[];
  updatedAt: number;
  onBlock: AskBlock | undefined;
  onUnblock: AskUnblock | undefined;
}

/** Blocked addresses with reason and end. */
export function BlockedIps({ rows, updatedAt, onBlock, onUnblock }: BlockedIpsProps) {
  const { t } = useTranslation('security');
  const open = onBlock ? (
    <Button size="sm" icon={Ban} onClick={() => onBlock('', '')}>
      {t('block.open')}
    </Button>
  ) : null;
  return (
    <Card flush>
      <DataTable
        id="blocked-ips"
        title={t('blocked.title')}
        label={t('blocked.title')}
        columns={useBlockedColumns()}
        rows={rows}
        rowKey={({ ipAddress }) => ipAddress}
        updatedAt={updatedAt}
        hasColumnChoice={false}
        tools={open}
        {...(onUnblock
          ? {
              actions: ({ ipAddress }: BlockedIp) => (
                <Button size="sm" variant="ghost" icon={ShieldOff} onClick={() => onUnblock(ipAddress)}>
                  {t('unblock.action')}
                </Button>
              ),
            }
          : {})}
        empty={<EmptyState icon={Ban} title={t('blocked.empty')} />}
      />
    </Card>
  );
}

function useBlockedColumns(): readonly Column<BlockedIp>[] {
  const { t } = useTranslation('security');
  const format = useFormat();
  const until = ({ blockedUntil }: BlockedIp) =>
    blockedUntil === null ? t('blocked.open') : format.dateTime(blockedUntil);
  return [
    {
      id: 'ipAddress',
      header: t('column.ip'),
      isFixed: true,
      list: 'title',
      value: ({ ipAddress }) => ipAddress,
      cell: ({ ipAddress }) => <Mono>{ipAddress}</Mono>,
    },
    {
      id: 'reason',
      header: t('column.reason'),
      list: 'note',
      value: ({ reason }) => reason,
      cell: ({ reason }) => (
        <Box as="span" overflowWrap="anywhere">
          {reason}
        </Box>
      ),
    },
    {
      id: 'blockedUntil',
      header: t('column.until'),
      list: 'note',
      value: ({ blockedUntil }) => blockedUntil ?? '9999',
      cell: until,
    },
    {
      id: 'createdAt',
      header: t('column.since'),
      list: 'none',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MutedTime at={createdAt} />,
    },
  ];
}
