import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { type Column, nextSort, type Sort } from './column.ts';
import { GridRow } from './grid-row.tsx';
import { GridTable, HeadCell, Scroller, SortButton } from './table-parts.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowWindow } from './use-row-window.ts';
import { useScrollEdges } from './use-scroll-edges.ts';

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
  const { from, to, above, below, include } = useRowWindow(scroller, rows.length);
  const keys = useRowKeys({
    count: rows.length,
    selectedIndex: selectedKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === selectedKey),
    onOpen: onSelect ? (index) => withRow(rows, index, onSelect) : undefined,
    focusRow: (index) => {
      flushSync(() => include(index));
      body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
    },
  });

  return (
    <Scroller
      ref={scroller}
      data-before={edges.before || undefined}
      data-after={edges.after || undefined}
      // With the keyboard a table scrolls by the focus in its rows; without clickable rows the frame is focusable.
      {...(edges.isScrollable && !onSelect ? { tabIndex: 0, role: 'group', 'aria-label': props.label } : {})}
    >
      <GridTable
        role={onSelect ? 'grid' : undefined}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
      >
        <TableHead {...props} />
        <tbody
          ref={body}
          onKeyDown={keys.onKeyDown}
          onFocus={({ target }) => withIndex(target, keys.setActive)}
          onClick={
            onSelect
              ? ({ target }) => {
                  if (!isAction(target)) withIndex(target, (index) => withRow(rows, index, onSelect));
                }
              : undefined
          }
        >
          <Spacer height={above} />
          {rows.slice(from, to).map((row, at) => {
            const key = rowKey(row);
            return (
              <GridRow
                key={key}
                row={row}
                index={from + at}
                columns={columns}
                actions={props.actions}
                canOpen={onSelect !== undefined}
                isSelected={key === selectedKey}
                isActive={from + at === keys.active}
              />
            );
          })}
          <Spacer height={below} />
        </tbody>
      </GridTable>
    </Scroller>
  );
}

const isAction = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-pin=end]') !== null;

/** Index of the row of an event; excludes events of a row's portals, such as a menu. */
function withIndex(target: EventTarget, use: (index: number) => void): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (row) use(Number(row.dataset.row));
}

function withRow<Row>(rows: readonly Row[], index: number, use: (row: Row) => void): void {
  const row = rows[index];
  if (row !== undefined) use(row);
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr data-spacer="">
      <td colSpan={1000} style={{ height }} />
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
