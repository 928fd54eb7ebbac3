import { Box, Flex } from '@chakra-ui/react';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Meter } from '../../../ui/progress-bar.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useImports } from '../queries.ts';
import { importTone, isUnderWay, readPercent } from '../rules/import-status.ts';

const PAGE = 10;

function useImportColumns(): readonly Column<Import>[] {
  const { t } = useTranslation('imports');
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'file',
        header: t('imports.file'),
        isFixed: true,
        list: 'title',
        cell: (one) => <Strong>{one.fileName ?? t('import.noName', { id: one.id })}</Strong>,
      },
      {
        id: 'status',
        header: t('imports.status'),
        list: 'end',
        cell: (one) => <StatusBadge tone={importTone(one)}>{t(`status.${one.status}`)}</StatusBadge>,
      },
      {
        id: 'progress',
        header: t('imports.progress'),
        list: 'none',
        cell: (one) => <ImportShare one={one} />,
      },
      {
        id: 'accepted',
        header: t('figure.accepted'),
        align: 'end',
        cell: (one) => format.number(one.accepted),
        listCell: (one) => t('imports.accepted', { n: format.number(one.accepted) }),
      },
      {
        id: 'rejected',
        header: t('figure.rejected'),
        align: 'end',
        cell: (one) => (
          <Box as="span" color={one.rejected > 0 ? 'error' : 'ink.2'}>
            {format.number(one.rejected)}
          </Box>
        ),
        listCell: (one) => t('imports.rejected', { n: format.number(one.rejected) }),
      },
      {
        id: 'createdAt',
        header: t('figure.started'),
        cell: (one) => <MutedTime at={one.createdAt} />,
      },
    ],
    [t, format],
  );
}

/** Imports of the company, newest first; a click shows one above the list. `note` is shown below. */
export function ImportList({ companyId, note }: { companyId: number; note: string }) {
  const { t } = useTranslation('imports');
  const { get, set } = useUrlState();
  const { cursor } = useCursor();
  const columns = useImportColumns();
  const { data, error, refetch, isLoading } = useImports(companyId, cursor);
  const pager = usePager(data, PAGE);
  return (
    <>
      <Card flush>
        <DataTable
          id="imports"
          title={t('imports.title')}
          label={t('imports.title')}
          columns={columns}
          rows={data?.rows}
          rowKey={(one) => String(one.id)}
          error={error}
          onRetry={refetch}
          selectedKey={get('import')}
          onSelect={(one) => set({ import: String(one.id), new: null }, { push: true })}
          hint={t('imports.rowHint')}
          hasColumnChoice={false}
          pager={pager}
          empty={
            <EmptyState
              icon={History}
              title={t('imports.none')}
              hint={t('imports.noneHint')}
              action={
                get('new') === '' ? (
                  <Button onClick={() => set({ new: '1' }, { push: true })}>{t('import.another')}</Button>
                ) : undefined
              }
            />
          }
        />
      </Card>
      <Below isReady={!isLoading}>
        <Box color="ink.2" textStyle="small">
          {note}
        </Box>
      </Below>
    </>
  );
}

/** Share of the file read so far; with a bar while the import runs. */
function ImportShare({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const percent = readPercent(one);
  return (
    <Flex align="center" gap="2">
      {isUnderWay(one) ? (
        <Meter
          label={t('imports.progress')}
          percent={percent}
          tone={one.status === 'paused' ? 'warning' : 'accent'}
        />
      ) : null}
      {format.percent(percent)}
    </Flex>
  );
}
