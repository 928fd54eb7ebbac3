import { Box } from '@chakra-ui/react';
import type { Column } from './column.ts';

/** Cells of a row in a line without headers. */
export const Cells = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) =>
  columns.map((column) => (
    <Box as="span" key={column.id} minWidth="0">
      {(column.listCell ?? column.cell)(row)}
    </Box>
  ));
