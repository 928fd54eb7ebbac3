import { Skeleton } from '../skeleton.tsx';
import type { Column } from './column.ts';
import { BodyCell, BodyRow, HeadCell, Table } from './table-parts.ts';

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The table's layout while its rows are loading. */
export function TableSkeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <Table aria-hidden="true">
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id} data-align={column.align}>
              {column.header}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <BodyRow key={line}>
            {columns.map((column) => (
              <BodyCell key={column.id} data-align={column.align}>
                <Skeleton height="3.5" width="16" />
              </BodyCell>
            ))}
          </BodyRow>
        ))}
      </tbody>
    </Table>
  );
}
