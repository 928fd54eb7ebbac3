import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Cells } from './cells.tsx';
import type { Column } from './column.ts';
import { ListButton, ListRow, NoteLine, TitleLine } from './table-parts.ts';

interface TableListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selectedKey?: string | undefined;
  onSelect?: ((row: Row) => void) | undefined;
  actions?: ((row: Row) => ReactNode) | undefined;
}

/** Below 768 px: two lines per row. The second line has no labels, so it contains only self-explanatory columns. */
export function TableList<Row>({ label, columns, rows, ...rest }: TableListProps<Row>) {
  const { rowKey, selectedKey, onSelect, actions } = rest;
  const at = (place: Column<Row>['list']) => columns.filter((column) => (column.list ?? 'note') === place);
  return (
    <Box as="ul" aria-label={label} listStyleType="none">
      {rows.map((row) => (
        <ListRow key={rowKey(row)} aria-current={rowKey(row) === selectedKey || undefined}>
          <ListButton
            {...(onSelect
              ? { type: 'button', 'data-open': '', onClick: () => onSelect(row) }
              : { as: 'div' })}
          >
            <TitleLine>
              <Cells columns={at('title')} row={row} />
              <Cells columns={at('end')} row={row} />
            </TitleLine>
            <NoteLine>
              <Cells columns={at('note')} row={row} />
            </NoteLine>
          </ListButton>
          {actions ? <Box flexShrink="0">{actions(row)}</Box> : null}
        </ListRow>
      ))}
    </Box>
  );
}
