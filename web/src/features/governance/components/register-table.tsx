import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';

/** Rows per page: the server's maximum. */
export const PAGE = 200;

/** Query result of one page of a register. */
export interface RegisterQuery<Row> {
  readonly data: { readonly rows: readonly Row[]; readonly next?: string | undefined } | undefined;
  readonly error: unknown;
  readonly refetch: () => void;
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
}

interface RegisterTableProps<Row> {
  noun: string;
  icon: LucideIcon;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  page: RegisterQuery<Row>;
  mayAdd: boolean;
  /** Whether a row opens a panel. Default: true. */
  hasPanel?: boolean;
}

/** Paged table of a register's entries, newest first. */
export function RegisterTable<Row>(props: RegisterTableProps<Row>) {
  const { noun, page, hasPanel = true } = props;
  const { t } = useTranslation('governance');
  const url = useUrlState();
  const rows = page.data?.rows;
  const pager = usePager(page.data, PAGE);
  return (
    <Card flush>
      <DataTable
        id={`governance-${noun}`}
        title={t(`${noun}.list`)}
        label={t(`${noun}.list`)}
        columns={props.columns}
        rows={rows}
        rowKey={props.rowKey}
        error={page.error}
        onRetry={page.refetch}
        updatedAt={page.dataUpdatedAt}
        isChanging={page.isPlaceholderData}
        {...(hasPanel
          ? {
              selectedKey: url.get('selected'),
              onSelect: (row: Row) => url.set({ selected: props.rowKey(row) }, { push: true }),
            }
          : {})}
        pager={pager}
        empty={
          <EmptyState
            icon={props.icon}
            title={t(`${noun}.empty`)}
            hint={t(`${noun}.emptyHint`)}
            action={
              props.mayAdd ? (
                <Button onClick={() => url.set({ new: '1' }, { push: true })}>{t(`${noun}.new`)}</Button>
              ) : undefined
            }
          />
        }
      />
    </Card>
  );
}
