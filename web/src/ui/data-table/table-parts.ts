import { chakra } from '@chakra-ui/react/styled-system';

export const Scroller = chakra('div', {
  base: {
    position: 'relative',
    // The page scrolls, and the header stays below its top bar. Columns that do not fit scroll here, with the header.
    '&[data-wide]': { overflowX: 'auto' },
    '&[data-wide] th': { top: '0' },
    // A line separates the pinned column from scrolled content.
    '&[data-before] [data-pin=start]': { boxShadow: 'inset -1px 0 0 {colors.line.strong}' },
    '&[data-after] [data-pin=end]': { boxShadow: 'inset 1px 0 0 {colors.line.strong}' },
    '@media print': { overflow: 'visible' },
  },
});

/** The first column and the actions stay visible while the others scroll below them. */
const pinned = {
  '&[data-pin]': { position: 'sticky', bg: 'inherit', zIndex: '1' },
  '&[data-pin=start]': { insetInlineStart: '0' },
  '&[data-pin=end]': { insetInlineEnd: '0' },
} as const;

const table = { width: 'full', borderCollapse: 'separate', borderSpacing: '0', textAlign: 'start' } as const;

const bodyRow = {
  height: 'row',
  bg: 'surface',
  '&[data-open]': { cursor: 'pointer' },
  '&[data-open]:not([aria-selected=true]):hover': { bg: 'hover' },
  '&[aria-selected=true]': { bg: 'accent.soft' },
  // Keeps a focused row clear of the sticky header and footer.
  scrollMarginBlockStart: 'calc({sizes.topbar} + {sizes.headRow})',
  scrollMarginBlockEnd: '12',
  _focusVisible: { outlineOffset: '-2px' },
  '&:last-child > td': { borderBottomWidth: '0' },
} as const;

const bodyCell = {
  px: '3',
  borderBottomWidth: '1px',
  whiteSpace: 'nowrap',
  textAlign: 'start',
  '&[data-align=end]': { textAlign: 'end' },
  ...pinned,
} as const;

export const Table = chakra('table', { base: table });

/** Styles of rows and cells are on the table: one styled component per cell would slow each change down. */
export const GridTable = chakra('table', {
  base: {
    ...table,
    '& > tbody > tr[data-row]': bodyRow,
    '& > tbody > tr[data-row] > td': bodyCell,
    '& > tbody > tr[data-noted] > td': { py: '1.5' },
  },
});

export const HeadCell = chakra('th', {
  base: {
    position: 'sticky',
    top: '{sizes.topbar}',
    // Here it is not the page that scrolls.
    '[role=dialog] &, [role=alertdialog] &, aside &': { top: '0' },
    zIndex: 'sticky',
    bg: 'sunken',
    color: 'ink.2',
    height: 'headRow',
    px: '3',
    textStyle: 'label',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    borderBlockWidth: '1px',
    '&[data-align=end]': { textAlign: 'end' },
    '&[data-pin=start]': { insetInlineStart: '0', zIndex: 'calc({zIndex.sticky} + 1)' },
    '&[data-pin=end]': { insetInlineEnd: '0', zIndex: 'calc({zIndex.sticky} + 1)' },
  },
});

export const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    font: 'inherit',
    color: 'inherit',
    cursor: 'pointer',
    borderRadius: 'badge',
    _hover: { color: 'ink' },
    '&[data-active]': { color: 'ink' },
  },
});

export const BodyRow = chakra('tr', { base: bodyRow });

export const BodyCell = chakra('td', { base: bodyCell });

export const ListRow = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    px: '3',
    py: '2.5',
    borderBottomWidth: '1px',
    '&[aria-current=true]': { bg: 'accent.soft' },
    '&:last-child': { borderBottomWidth: '0' },
  },
});

export const ListButton = chakra('button', {
  base: {
    flex: '1',
    minWidth: '0',
    display: 'grid',
    gap: '1',
    textAlign: 'start',
    font: 'inherit',
    color: 'inherit',
    borderRadius: 'badge',
    '&[data-open]': { cursor: 'pointer' },
  },
});

/** The first line of a row in the list: a badge that does not fit next to the title moves below it. */
export const TitleLine = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    columnGap: '2',
    rowGap: '1',
    '& > :first-of-type': { flex: '1 1 8rem' },
  },
});

/** The second line of a row, without labels. */
export const NoteLine = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    rowGap: '1',
    color: 'ink.2',
    textStyle: 'small',
  },
});
