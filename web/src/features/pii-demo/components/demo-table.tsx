import { RotateCw, ScanFace } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { ExternalId } from '../../../pii/external-ids.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type DemoRole, type DemoRow, seenBy } from '../rules/demo-row.ts';

interface DemoTableProps {
  rows: readonly DemoRow[] | undefined;
  role: DemoRole;
  isLive: boolean;
  /** Adds a column with the analytics view. */
  isComparing: boolean;
  /** Shown between head and rows: the choice of a purpose. */
  children?: ReactNode;
  /** Of live rows. */
  externalId?: ((individualId: number) => string | undefined) | undefined;
  error?: unknown;
  onRetry?: () => void;
  onGenerate?: () => void;
}

/** The rows in the view of a role. */
export function DemoTable(props: DemoTableProps) {
  const { t } = useTranslation('pii-demo');
  const { rows, role, isLive, isComparing, error, onRetry, onGenerate } = props;
  return (
    <Card
      flush
      mb="4"
      title={t('table.title', { role: t(`role.${role}`) })}
      badge={<StatusBadge tone={isLive ? 'info' : 'neutral'}>{t(isLive ? 'live' : 'sample')}</StatusBadge>}
      actions={
        onGenerate ? (
          <Button size="sm" icon={RotateCw} onClick={onGenerate}>
            {t('generate')}
          </Button>
        ) : null
      }
    >
      {props.children}
      <DataTable
        id="pii-demo"
        label={t('table.title', { role: t(`role.${role}`) })}
        hasToolbar={false}
        columns={useDemoColumns(role, isComparing, props.externalId)}
        rows={rows}
        rowKey={({ id }) => String(id)}
        error={error}
        {...(onRetry ? { onRetry } : {})}
        empty={<EmptyState icon={ScanFace} title={t('empty')} hint={t('emptyHint')} />}
      />
    </Card>
  );
}

function useDemoColumns(
  role: DemoRole,
  isComparing: boolean,
  externalId: DemoTableProps['externalId'],
): readonly Column<DemoRow>[] {
  const { t } = useTranslation('pii-demo');
  const statusOf = (row: DemoRow) => t(seenBy(row, role).isVisible ? 'visible' : 'masked');
  const compared: Column<DemoRow>[] = isComparing
    ? [
        {
          id: 'masked',
          header: t('column.masked'),
          list: 'note',
          value: ({ maskedValue }) => maskedValue,
          cell: ({ maskedValue }) => <Mono>{maskedValue}</Mono>,
        },
      ]
    : [];
  return [
    {
      id: 'individual',
      header: t('column.individual'),
      isFixed: true,
      list: 'title',
      value: ({ individualId }) => individualId,
      cell: ({ individualId }) => (
        <>
          <Mono>{`IND_${individualId}`}</Mono>
          <ExternalId value={externalId?.(individualId)} />
        </>
      ),
    },
    {
      id: 'type',
      header: t('column.type'),
      list: 'note',
      value: ({ fieldType }) => t(`field.${fieldType}`),
      cell: ({ fieldType }) => t(`field.${fieldType}`),
    },
    {
      id: 'company',
      header: t('column.company'),
      list: 'none',
      value: ({ companyName }) => companyName,
      cell: ({ companyName }) => companyName,
    },
    {
      id: 'value',
      header: t('column.value'),
      list: 'note',
      cell: (row) => <Mono>{seenBy(row, role).value}</Mono>,
    },
    ...compared,
    {
      id: 'purpose',
      header: t('column.purpose'),
      list: 'none',
      value: ({ purpose }) => purpose,
      cell: ({ purpose }) => purposeName(purpose),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: statusOf,
      cell: (row) => (
        <StatusBadge tone={seenBy(row, role).isVisible ? 'warning' : 'success'}>{statusOf(row)}</StatusBadge>
      ),
    },
  ];
}
