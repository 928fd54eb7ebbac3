import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Facts as name and value: side by side (`split`), or name above value in columns. */
export function KeyValue({
  items,
  layout = 'split',
}: {
  items: ReadonlyArray<{ label: string; value: ReactNode }>;
  layout?: 'split' | 'columns';
}) {
  if (layout === 'columns') {
    return (
      <Box as="dl" display="grid" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="3">
        {items.map((item) => (
          <Box key={item.label} minWidth="0">
            <Box as="dt" color="ink.2">
              {item.label}
            </Box>
            <Box as="dd" overflowWrap="anywhere">
              {item.value}
            </Box>
          </Box>
        ))}
      </Box>
    );
  }
  return (
    <Box as="dl" display="grid" gap="2.5">
      {items.map((item) => (
        // A short value is never broken for a long name.
        <Grid key={item.label} templateColumns="minmax(min-content, 1fr) fit-content(80%)" gap="4">
          <Box as="dt" color="ink.2" overflowWrap="break-word">
            {item.label}
          </Box>
          <Box as="dd" textAlign="end" overflowWrap="anywhere">
            {item.value}
          </Box>
        </Grid>
      ))}
    </Box>
  );
}
