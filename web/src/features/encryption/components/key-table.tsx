import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { KeyAgeBar } from '../../../keys/key-age-bar.tsx';
import { keyLife, keyState } from '../../../keys/key-figures.ts';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

interface KeyTableProps {
  keys: readonly EncryptionKey[] | undefined;
  error: unknown;
  onRetry: () => void;
  updatedAt: number;
}

const stateTones = { active: 'success', inactive: 'warning', expired: 'error' } as const;

/** All versions of all keys of the user's companies. */
export function KeyTable({ keys, error, onRetry, updatedAt }: KeyTableProps) {
  const { t } = useTranslation('encryption');
  const { startExport, exportDialog, isExporting } = useFileExport(
    (signal) => client.download('GET /encryption-keys/export', { query: { format: 'csv' }, signal }),
    t('keys.export'),
  );
  return (
    <Card flush>
      <DataTable
        id="encryption-keys"
        title={t('tab.keys')}
        label={t('tab.keys')}
        columns={useKeyColumns()}
        rows={keys}
        rowKey={(key) => String(key.id)}
        error={error}
        onRetry={onRetry}
        updatedAt={updatedAt}
        isExporting={isExporting}
        {...(keys && keys.length > 0 ? { onExport: startExport } : {})}
        empty={<EmptyState icon={KeyRound} title={t('keys.empty')} hint={t('keys.emptyHint')} />}
      />
      {exportDialog}
    </Card>
  );
}

function useKeyColumns(): readonly Column<EncryptionKey>[] {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const nowMs = Date.now();
  const rows = ({ rowsOnVersion }: EncryptionKey) =>
    rowsOnVersion === null ? '–' : format.number(rowsOnVersion);
  return [
    {
      id: 'company',
      header: t('column.company'),
      isFixed: true,
      list: 'title',
      value: (key) => key.company.name,
      cell: (key) => key.company.name,
    },
    {
      id: 'type',
      header: t('column.type'),
      list: 'note',
      value: (key) => t(`keyType.${key.keyType}`),
      cell: (key) => t('keys.version', { type: t(`keyType.${key.keyType}`), version: key.version }),
    },
    {
      id: 'state',
      header: t('column.status'),
      list: 'end',
      value: (key) => t(`keyState.${keyState(key, nowMs)}`),
      cell: (key) => (
        <StatusBadge tone={stateTones[keyState(key, nowMs)]}>
          {t(`keyState.${keyState(key, nowMs)}`)}
        </StatusBadge>
      ),
    },
    {
      id: 'algorithm',
      header: t('column.algorithm'),
      list: 'none',
      value: (key) => key.algorithm,
      cell: (key) => t('keys.algorithm', { name: key.algorithm, bits: key.keySize }),
    },
    {
      id: 'rows',
      header: t('column.rows'),
      align: 'end',
      list: 'none',
      value: (key) => key.rowsOnVersion,
      cell: rows,
    },
    {
      id: 'age',
      header: t('column.age'),
      list: 'none',
      value: (key) => key.expiresAt,
      cell: (key) => <KeyAgeBar life={keyLife(key, nowMs)} text={format.date(key.expiresAt)} />,
    },
    {
      id: 'reference',
      header: t('column.reference'),
      list: 'none',
      value: (key) => key.hsmKeyReference,
      cell: (key) => <Mono title={key.hsmKeyReference}>{key.hsmKeyReference}</Mono>,
    },
  ];
}
