import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';

interface GridRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  actions: ((row: Row) => ReactNode) | undefined;
  /** A click opens it, and the arrow keys include it. */
  canOpen: boolean;
  isSelected: boolean;
  /** The only tab stop of the table. */
  isActive: boolean;
}

/** Rendered again only when one of its properties changes: a table may have thousands of rows. */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, actions, canOpen } = props;
  return (
    <tr
      data-row={index}
      data-open={canOpen ? '' : undefined}
      aria-rowindex={index + 2}
      aria-selected={canOpen ? props.isSelected : undefined}
      tabIndex={canOpen ? (props.isActive ? 0 : -1) : undefined}
    >
      {columns.map((column, at) => (
        <td key={column.id} data-align={column.align} data-pin={at === 0 ? 'start' : undefined}>
          {column.cell(row)}
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
