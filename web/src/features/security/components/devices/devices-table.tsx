import { Box } from '@chakra-ui/react';
import type { LoginDevice } from '@pii-vault/contract/security/security-schema';
import { MonitorSmartphone } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { MutedTime } from '../../../../ui/relative-time.tsx';
import { exportDevices, useLoginDevices } from '../../queries.ts';
import { deviceLine, deviceName } from '../../rules/attempts.ts';
import type { Range } from '../../rules/range.ts';
import { RiskBadge } from '../attempts/risk-badge.tsx';

/** The hundred devices with most login attempts. */
export function DevicesTable({ range }: { range: Range }) {
  const { t } = useTranslation('security');
  const { data, error, refetch, dataUpdatedAt } = useLoginDevices(range);
  const { startExport, exportDialog, isExporting } = useFileExport((signal) => exportDevices(range, signal));
  return (
    <Card flush>
      <DataTable
        id="login-devices"
        title={t('tab.devices')}
        label={t('tab.devices')}
        columns={useDeviceColumns()}
        rows={data}
        rowKey={({ fingerprint, userAgent }) => fingerprint ?? `agent ${userAgent}`}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        isExporting={isExporting}
        {...(data && data.length > 0 ? { onExport: startExport } : {})}
        empty={
          <EmptyState icon={MonitorSmartphone} title={t('devices.empty', { span: t(`range.in.${range}`) })} />
        }
      />
      {exportDialog}
    </Card>
  );
}

const figures = ['attempts', 'successful', 'failed', 'blocked', 'accounts', 'uniqueIPs'] as const;

function useDeviceColumns(): readonly Column<LoginDevice>[] {
  const { t } = useTranslation('security');
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'device',
        header: t('column.device'),
        isFixed: true,
        list: 'title',
        value: deviceName,
        cell: (device) => <DeviceName device={device} />,
      },
      {
        id: 'facts',
        header: t('column.facts'),
        list: 'note',
        value: deviceLine,
        cell: (device) => <Muted>{deviceLine(device) || '–'}</Muted>,
      },
      ...figures.map(
        (figure): Column<LoginDevice> => ({
          id: figure,
          header: t(`fact.${figure}`),
          align: 'end',
          list: figure === 'attempts' ? 'note' : 'none',
          value: (device) => device[figure],
          cell: (device) => format.number(device[figure]),
          listCell: (device) => `${t(`fact.${figure}`)} ${format.number(device[figure])}`,
        }),
      ),
      {
        id: 'highestRiskScore',
        header: t('column.highestRisk'),
        list: 'end',
        value: (device) => device.highestRiskScore,
        cell: (device) => <RiskBadge score={device.highestRiskScore} />,
      },
      {
        id: 'lastSeenAt',
        header: t('column.lastSeen'),
        list: 'note',
        value: (device) => device.lastSeenAt,
        cell: (device) => <MutedTime at={device.lastSeenAt} />,
      },
    ],
    [t, format],
  );
}

/** The fingerprint, or the user agent of a client without one. */
function DeviceName({ device }: { device: LoginDevice }) {
  const name = deviceName(device);
  return device.fingerprint === null ? (
    <Box as="span" title={device.userAgent}>
      {name.slice(0, 40)}
    </Box>
  ) : (
    <Mono title={device.userAgent}>{name}</Mono>
  );
}
