import { Box } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState } from '../error-state.tsx';
import { StaleBanner } from '../stale-banner.tsx';
import { useIsPhone } from '../use-media.ts';
import { type Column, type Sort, sortRows } from './column.ts';
import { type ColumnChoice, useColumnChoice } from './column-choice.ts';
import { Pager, type PagerProps } from './pager.tsx';
import { SortMenu } from './sort-menu.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableList } from './table-list.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableToolbar } from './table-toolbar.tsx';

export interface DataTableProps<Row> {
  /** Key for storing the column choice. */
  id: string;
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while they load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Error of the last load; existing rows stay, below a banner. */
  error?: unknown;
  onRetry?: () => void;
  /** Whether the rows belong to the previous query while the next result is loading. */
  isChanging?: boolean;
  /** Content without rows. */
  empty: ReactNode;
  selectedKey?: string | undefined;
  /** Click, Enter or Space on a row. */
  onSelect?: (row: Row) => void;
  /** Buttons at the end of each row. */
  actions?: (row: Row) => ReactNode;
  /** Heading of the table, at the start of its toolbar. */
  title?: string;
  /** Search and filters. */
  toolbar?: ReactNode;
  /** Buttons that act on the list, shown before the column menu and the export. */
  tools?: ReactNode;
  hasToolbar?: boolean;
  /** Effect of a click on a row, shown in the footer. */
  hint?: string;
  /** With onSort the server sorts by columns with `isSortable`; without it the table sorts by `value`. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  /** Without it the footer shows the number of rows. */
  pager?: Omit<PagerProps, 'count' | 'updatedAt' | 'hint'>;
  /** When the rows were loaded, epoch ms. */
  updatedAt?: number;
  onExport?: () => void;
  isExporting?: boolean;
  hasColumnChoice?: boolean;
  /** Where the caller loads only what the chosen columns show: useColumnChoice of the same id. */
  choice?: ColumnChoice;
}

/** The table of the console. Put it into `<Card flush>`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, onSort } = props;
  const root = useRef<HTMLDivElement>(null);
  const isSmall = useIsSmall(root);
  const isList = useIsPhone() || isSmall;
  const ownChoice = useColumnChoice(props.id);
  const { isShown, toggle } = props.choice ?? ownChoice;
  const [ownSort, setOwnSort] = useState<Sort>();
  const sort = onSort ? props.sort : ownSort;
  const isServerSorted = onSort !== undefined;
  const sorted = useMemo(
    () => (rows && !isServerSorted ? sortRows(rows, columns, sort) : rows),
    [rows, isServerSorted, columns, sort],
  );
  const isSortable = (column: Column<Row>) =>
    onSort ? column.isSortable === true : column.value !== undefined;
  const visible = columns.filter(isShown);

  function content(): ReactNode {
    if (props.error && !sorted)
      return <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />;
    if (!sorted) return <TableSkeleton columns={isList ? visible.slice(0, 2) : visible} />;
    if (sorted.length === 0) return props.empty;
    const shared = {
      label: props.label,
      columns: visible,
      rows: sorted,
      rowKey: props.rowKey,
      selectedKey: props.selectedKey,
      onSelect: props.onSelect,
      actions: props.actions,
    };
    return isList ? (
      <TableList {...shared} />
    ) : (
      <TableGrid {...shared} sort={sort} onSort={onSort ?? setOwnSort} isSortable={isSortable} />
    );
  }

  return (
    <Box ref={root}>
      {props.hasToolbar === false ? null : (
        <TableToolbar
          title={props.title}
          tools={props.tools}
          isExporting={props.isExporting ?? false}
          columns={columns}
          isShown={isShown}
          onToggle={toggle}
          onExport={props.onExport}
          hasColumnChoice={(props.hasColumnChoice ?? true) && !isList}
          sorting={
            isList && sorted && sorted.length > 1 ? (
              <SortMenu columns={visible.filter(isSortable)} sort={sort} onSort={onSort ?? setOwnSort} />
            ) : null
          }
        >
          {props.toolbar}
        </TableToolbar>
      )}
      <StaleBanner error={rows && props.error} onRetry={props.onRetry} />
      {/* The footer stays at the bottom of the window, but never above the rows. */}
      <Box>
        <Box
          aria-busy={props.isChanging || undefined}
          opacity={props.isChanging ? '0.5' : undefined}
          transition="opacity 120ms"
        >
          {content()}
        </Box>
        {sorted ? (
          <Pager
            count={sorted.length}
            updatedAt={props.updatedAt}
            hint={sorted.length > 0 ? props.hint : undefined}
            {...props.pager}
          />
        ) : null}
      </Box>
    </Box>
  );
}

/** Below this width rows are two-line entries, also in a wide window with an open panel. */
const SMALL_PX = 640;

/** Whether an element is too narrow for a table; false until it is measured. */
function useIsSmall(element: RefObject<HTMLElement | null>): boolean {
  const [isSmall, setSmall] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setSmall(width < SMALL_PX);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSmall;
}
