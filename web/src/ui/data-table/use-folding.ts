import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './column.ts';

/** A longer text wraps or is cut before another column is folded for it, px. */
const MOST_PX = 320;

/** Widths that the columns would like, px, in their order, and that of the actions. */
interface Widths {
  /** For these columns and rows. */
  readonly of: string;
  readonly rows: readonly unknown[];
  readonly columns: readonly number[];
  readonly actions: number;
}

interface Folding<Row> {
  /** Columns with a cell. */
  readonly columns: readonly Column<Row>[];
  /** Columns in a second line of the first cell. */
  readonly below: readonly Column<Row>[];
}

/**
 * Folds columns of the table in the element until it fits. The first column, those with `list` title or end, and the
 * actions always keep their cell. The others lose it from the last to the first: those that the two-line list omits
 * are omitted here too, then the notes move below the first column.
 */
export function useFolding<Row>(
  element: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Folding<Row> {
  const [room, setRoom] = useState(0);
  const [widths, setWidths] = useState<Widths>();
  const of = columns.map(({ id, header }) => `${id} ${header}`).join('\n');
  const isMeasured = widths?.of === of && widths.rows === rows;

  // Before the browser paints, while each column has its cell.
  useLayoutEffect(() => {
    const table = element.current?.querySelector('table');
    if (!isMeasured && table) setWidths({ of, rows, ...measure(table, columns.length) });
  });

  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const observer = new ResizeObserver(() => {
      setRoom(scroller.clientWidth);
      // Cells grow without new rows, for example by a value that is loaded later.
      if (scroller.scrollWidth > scroller.clientWidth + 1) setWidths(undefined);
    });
    observer.observe(scroller);
    if (scroller.firstElementChild) observer.observe(scroller.firstElementChild);
    return () => observer.disconnect();
  }, [element]);

  const known = isMeasured && room > 0 ? widths : undefined;
  // Rows are rendered again only when the result changes.
  return useMemo(() => (known ? fold(columns, known, room) : { columns, below: [] }), [columns, known, room]);
}

function measure(table: HTMLTableElement, count: number): Pick<Widths, 'columns' | 'actions'> {
  const read = (width: string) => {
    table.style.width = width;
    return [...table.querySelectorAll('th')].map((cell) => cell.offsetWidth);
  };
  const most = read('max-content');
  const least = read('min-content');
  table.style.width = '';
  const wanted = most.map((width, at) => Math.max(least[at] ?? 0, Math.min(width, MOST_PX)));
  return { columns: wanted.slice(0, count), actions: wanted[count] ?? 0 };
}

/** Order in which columns lose their cell. */
const FIRST_FOLDED = ['none', 'note'] as const;

function fold<Row>(columns: readonly Column<Row>[], widths: Widths, room: number): Folding<Row> {
  const widthOf = (column: Column<Row>) => widths.columns[columns.indexOf(column)] ?? 0;
  const place = ({ list = 'note' }: Column<Row>) => list;
  const foldable = FIRST_FOLDED.flatMap((list) =>
    columns
      .slice(1)
      .filter((column) => place(column) === list)
      .reverse(),
  );
  const folded = new Set<Column<Row>>();
  // The first cell is as wide as its widest note.
  const needed = () =>
    columns.reduce(
      (sum, column, at) => sum + (folded.has(column) ? 0 : at === 0 ? first() : widthOf(column)),
      0,
    );
  const first = () =>
    columns.reduce(
      (most, column, at) =>
        at === 0 || (folded.has(column) && place(column) === 'note') ? Math.max(most, widthOf(column)) : most,
      0,
    );
  for (const column of foldable) {
    if (widths.actions + needed() <= room) break;
    folded.add(column);
  }
  return {
    columns: columns.filter((column) => !folded.has(column)),
    below: columns.filter((column) => folded.has(column) && place(column) === 'note'),
  };
}
