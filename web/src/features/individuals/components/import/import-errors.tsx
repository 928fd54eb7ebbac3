import { Box } from '@chakra-ui/react';
import type { Answer } from '@pii-vault/contract/client';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { useImportErrors } from '../../api/import-errors.ts';

type RowError = Answer<'GET /imports/{id}/errors'>[number];
const PAGE = 20;

function useErrorColumns(): readonly Column<RowError>[] {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'row',
        header: t('errors.row'),
        isFixed: true,
        list: 'title',
        value: (one) => one.row,
        cell: (one) => format.number(one.row),
        listCell: (one) => t('errors.rowIs', { n: format.number(one.row) }),
      },
      {
        id: 'column',
        header: t('errors.column'),
        list: 'end',
        value: (one) => one.column ?? '',
        cell: (one) => (one.column ? <Mono>{one.column}</Mono> : '–'),
      },
      {
        id: 'message',
        header: t('errors.message'),
        value: (one) => one.message,
        cell: (one) => (
          <Box as="span" whiteSpace="normal">
            {one.message}
          </Box>
        ),
      },
      {
        id: 'reason',
        header: t('errors.reason'),
        list: 'none',
        value: (one) => one.reason,
        cell: (one) => <Mono color="ink.2">{one.reason}</Mono>,
      },
    ],
    [t, format],
  );
}

/** Which rows were rejected, by number and column, never by value. */
export function ImportErrors({ one }: { one: Import }) {
  const { t } = useTranslation('individuals');
  const columns = useErrorColumns();
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([undefined]);
  const { data, error, refetch } = useImportErrors(one.id, trail.at(-1), one.rejected);
  const next = data?.next;
  return (
    <Card flush>
      <DataTable
        id="import-errors"
        title={t('errors.title')}
        label={t('errors.title')}
        columns={columns}
        rows={data?.rows}
        rowKey={(row) => `${row.row}-${row.column}-${row.reason}`}
        error={error}
        onRetry={refetch}
        hasColumnChoice={false}
        {...(data && data.rows.length > 0 ? { exportName: `import-${one.id}-rejected` } : {})}
        pager={{
          from: (trail.length - 1) * PAGE + 1,
          count: data?.rows.length ?? 0,
          onNext: next ? () => setTrail([...trail, next]) : undefined,
          onPrevious: trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined,
        }}
        empty={<EmptyState icon={CircleCheck} title={t('errors.none')} />}
      />
    </Card>
  );
}
