import { MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { exportDevices, useLoginDevices } from '../../queries.ts';
import type { Range } from '../../rules/range.ts';
import { useDeviceColumns } from './device-columns.tsx';

/** What signed in, or tried to; the hundred with most attempts. */
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
