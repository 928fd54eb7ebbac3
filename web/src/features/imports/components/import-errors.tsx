import { Box } from '@chakra-ui/react';
import type { Answer } from '@pii-vault/contract/client';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonInReaderLanguage } from '../../../i18n/messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useCsvExport } from '../../../ui/data-table/use-csv-export.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { allImportErrors, useImportErrors } from '../queries.ts';

type RowError = Answer<'GET /imports/{id}/errors'>[number];
const PAGE = 20;

function useErrorColumns(): readonly Column<RowError>[] {
  const { t } = useTranslation('imports');
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
        id: 'line',
        header: t('errors.line'),
        value: (one) => one.line,
        cell: (one) => (one.line === null ? '–' : format.number(one.line)),
        listCell: (one) => (one.line === null ? null : t('errors.lineIs', { n: format.number(one.line) })),
      },
      {
        id: 'sheetRow',
        header: t('errors.sheetRow'),
        value: (one) => one.sheetRow,
        cell: (one) => (one.sheetRow === null ? '–' : format.number(one.sheetRow)),
        listCell: (one) =>
          one.sheetRow === null ? null : t('errors.sheetRowIs', { n: format.number(one.sheetRow) }),
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
        value: (one) => reasonInReaderLanguage(one.reason, one.message),
        cell: (one) => (
          <Box whiteSpace="normal" py="1">
            {reasonInReaderLanguage(one.reason, one.message)}
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

/** Rejected rows and values, by row number and column, never by value. Renders nothing without any. */
export function ImportErrors({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const columns = useErrorColumns();
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([undefined]);
  const { data, error, refetch } = useImportErrors(one.id, trail.at(-1), one.rejected);
  const { startExport, exportDialog } = useCsvExport({
    columns,
    fileName: `import-${one.id}-rejected.csv`,
    text: t('errors.exportText'),
    load: (report, signal) => allImportErrors(one.id, report, signal),
  });
  const next = data?.next;
  // Stored rows can have errors too: with skip-field only the bad values are left out.
  if (!error && (data?.rows.length ?? 0) === 0) return null;
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
        onExport={startExport}
        pager={{
          from: (trail.length - 1) * PAGE + 1,
          onNext: next ? () => setTrail([...trail, next]) : undefined,
          onPrevious: trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined,
        }}
        empty={null}
      />
      {exportDialog}
    </Card>
  );
}
