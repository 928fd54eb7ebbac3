import { Box } from '@chakra-ui/react';
import type { LoginDevice } from '@pii-vault/contract/security/security-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { MutedTime } from '../../../../ui/relative-time.tsx';
import { deviceLine, deviceName } from '../../rules/attempts.ts';
import { RiskBadge } from '../attempts/risk-badge.tsx';

const figures = ['attempts', 'successful', 'failed', 'blocked', 'accounts', 'uniqueIPs'] as const;

export function useDeviceColumns(): readonly Column<LoginDevice>[] {
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

/** A fingerprint, or what a client without one calls itself. */
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
