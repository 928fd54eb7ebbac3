import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { type Column, nextSort, type Sort } from './column.ts';
import { BodyCell, BodyRow, HeadCell, Scroller, SortButton, Table } from './table-parts.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useScrollEdges } from './use-scroll-edges.ts';

/** From this many rows on, only those in view are in the document. */
const VIRTUAL_FROM = 100;
const ROW_PX = 40;

export interface TableGridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selectedKey?: string | undefined;
  onSelect?: ((row: Row) => void) | undefined;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  isSortable: (column: Column<Row>) => boolean;
  actions?: ((row: Row) => ReactNode) | undefined;
}

/** The table from 768 px up. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { rows, columns, rowKey, onSelect, selectedKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const edges = useScrollEdges(scroller);
  const isVirtual = rows.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    enabled: isVirtual,
  });
  const keys = useRowKeys({
    count: rows.length,
    selectedIndex: rows.findIndex((row) => rowKey(row) === selectedKey),
    onOpen: onSelect ? (index) => withRow(rows, index, onSelect) : undefined,
    focusRow: (index) => {
      const focus = () => body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
      if (isVirtual) virtualizer.scrollToIndex(index);
      focus();
      if (isVirtual) requestAnimationFrame(focus);
    },
  });
  const items = isVirtual
    ? virtualizer.getVirtualItems().map((item) => item.index)
    : rows.map((_, index) => index);
  const above = isVirtual ? (items[0] ?? 0) * ROW_PX : 0;
  const below = isVirtual ? Math.max(0, rows.length - 1 - (items.at(-1) ?? 0)) * ROW_PX : 0;

  return (
    <Scroller ref={scroller} data-before={edges.before || undefined} data-after={edges.after || undefined}>
      <Table role={onSelect ? 'grid' : undefined} aria-label={props.label} aria-rowcount={rows.length + 1}>
        <TableHead {...props} />
        <tbody ref={body} onKeyDown={keys.onKeyDown}>
          <Spacer height={above} />
          {items.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <BodyRow
                key={rowKey(row)}
                data-row={index}
                data-open={onSelect ? '' : undefined}
                aria-rowindex={index + 2}
                aria-selected={onSelect ? rowKey(row) === selectedKey : undefined}
                tabIndex={onSelect ? (index === keys.active ? 0 : -1) : undefined}
                onFocus={() => keys.setActive(index)}
                onClick={onSelect ? () => onSelect(row) : undefined}
              >
                {columns.map((column, at) => (
                  <BodyCell
                    key={column.id}
                    data-align={column.align}
                    data-pin={at === 0 ? 'start' : undefined}
                  >
                    {column.cell(row)}
                  </BodyCell>
                ))}
                {props.actions ? (
                  <BodyCell data-align="end" data-pin="end" onClick={(event) => event.stopPropagation()}>
                    {props.actions(row)}
                  </BodyCell>
                ) : null}
              </BodyRow>
            );
          })}
          <Spacer height={below} />
        </tbody>
      </Table>
    </Scroller>
  );
}

function withRow<Row>(rows: readonly Row[], index: number, use: (row: Row) => void): void {
  const row = rows[index];
  if (row !== undefined) use(row);
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr>
      <td style={{ height }} />
    </tr>
  ) : null;

function TableHead<Row>({ columns, sort, onSort, isSortable, actions }: TableGridProps<Row>) {
  const { t } = useTranslation('ui');
  return (
    <thead>
      <tr>
        {columns.map((column, at) => {
          const direction = sort?.column === column.id ? sort.direction : undefined;
          const order =
            direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending';
          return (
            <HeadCell
              key={column.id}
              scope="col"
              data-align={column.align}
              data-pin={at === 0 ? 'start' : undefined}
              aria-sort={order}
            >
              {isSortable(column) ? (
                <SortButton
                  type="button"
                  data-active={direction}
                  onClick={() => onSort(nextSort(sort, column.id))}
                >
                  {column.header}
                  {direction ? <Icon as={direction === 'asc' ? ArrowUp : ArrowDown} size={12} /> : null}
                </SortButton>
              ) : (
                column.header
              )}
            </HeadCell>
          );
        })}
        {actions ? (
          <HeadCell scope="col" data-align="end" data-pin="end">
            {t('table.actions')}
          </HeadCell>
        ) : null}
      </tr>
    </thead>
  );
}
