import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import { ListButton, ListRow } from './table-parts.ts';

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
            <Flex as="span" justify="space-between" align="center" gap="2">
              <Cells columns={at('title')} row={row} />
              <Cells columns={at('end')} row={row} />
            </Flex>
            <Flex as="span" gap="2" wrap="wrap" align="center" color="ink.2" textStyle="small">
              <Cells columns={at('note')} row={row} />
            </Flex>
          </ListButton>
          {actions ? <Box flexShrink="0">{actions(row)}</Box> : null}
        </ListRow>
      ))}
    </Box>
  );
}

const Cells = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) =>
  columns.map((column) => (
    <Box as="span" key={column.id} minWidth="0">
      {(column.listCell ?? column.cell)(row)}
    </Box>
  ));
