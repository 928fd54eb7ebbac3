import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { Cells } from './cells.tsx';
import { type Column, nextSort, type Sort } from './column.ts';
import { GridTable, HeadCell, NoteLine, Scroller, SortButton } from './table-parts.ts';
import { useFolding } from './use-folding.ts';
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

/** The table from 768 px up. Columns that do not fit are folded; only if the rest is too wide, it scrolls sideways. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { rows, rowKey, onSelect, selectedKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, below } = useFolding(scroller, props.columns, rows);
  const body = useRef<HTMLTableSectionElement>(null);
  const edges = useScrollEdges(scroller);
  const keys = useRowKeys({
    count: rows.length,
    selectedIndex: selectedKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === selectedKey),
    onOpen: onSelect ? (index) => withRow(rows, index, onSelect) : undefined,
    focusRow: (index) => body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus(),
  });

  return (
    <Scroller
      ref={scroller}
      data-wide={edges.isScrollable || undefined}
      data-before={edges.before || undefined}
      data-after={edges.after || undefined}
      // Keyboard users scroll by focusing rows. Without clickable rows the frame is focusable instead.
      {...(edges.isScrollable && !onSelect ? { tabIndex: 0, role: 'group', 'aria-label': props.label } : {})}
    >
      <GridTable
        role={onSelect ? 'grid' : undefined}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
      >
        <TableHead {...props} columns={columns} />
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
          {rows.map((row, index) => {
            const key = rowKey(row);
            return (
              <GridRow
                key={key}
                row={row}
                index={index}
                columns={columns}
                below={below}
                actions={props.actions}
                canOpen={onSelect !== undefined}
                isSelected={key === selectedKey}
                isActive={index === keys.active}
              />
            );
          })}
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

interface GridRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** Shown in the first cell. */
  below: readonly Column<Row>[];
  actions: ((row: Row) => ReactNode) | undefined;
  /** A click opens it, and the arrow keys include it. */
  canOpen: boolean;
  isSelected: boolean;
  /** The only tab stop of the table. */
  isActive: boolean;
}

/** Rendered again only when one of its properties changes: a page has up to 200 rows. */
const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, below, actions, canOpen } = props;
  return (
    <tr
      data-row={index}
      data-noted={below.length > 0 ? '' : undefined}
      data-open={canOpen ? '' : undefined}
      aria-rowindex={index + 2}
      aria-selected={canOpen ? props.isSelected : undefined}
      tabIndex={canOpen ? (props.isActive ? 0 : -1) : undefined}
    >
      {columns.map((column, at) => (
        <td key={column.id} data-align={column.align} data-pin={at === 0 ? 'start' : undefined}>
          {column.cell(row)}
          {at === 0 && below.length > 0 ? (
            <NoteLine>
              <Cells columns={below} row={row} />
            </NoteLine>
          ) : null}
        </td>
      ))}
      {actions ? (
        <td data-align="end" data-pin="end">
          {actions(row)}
        </td>
      ) : null}
    </tr>
  );
}) as <Row>(props: GridRowProps<Row>) => ReactNode;

interface RowKeysOptions {
  count: number;
  /** Row to start from, -1 when none is selected. */
  selectedIndex: number;
  onOpen: ((index: number) => void) | undefined;
  focusRow: (index: number) => void;
}

/** Arrows, Home and End move between rows, Enter and Space open one; only one row is a tab stop. */
function useRowKeys({ count, selectedIndex, onOpen, focusRow }: RowKeysOptions) {
  const [moved, setMoved] = useState<number | null>(null);
  const active = Math.min(moved ?? Math.max(0, selectedIndex), Math.max(0, count - 1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof Element && !event.target.matches('[data-row]')) return;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(count - 1, to));
      setMoved(index);
      focusRow(index);
    } else if (onOpen && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onOpen(active);
    }
  }
  return { active, setActive: setMoved, onKeyDown };
}
