import { Box } from '@chakra-ui/react';

/** Monospaced text that scrolls on its own and can be focused by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <Box
      as="pre"
      textStyle="mono"
      role="region"
      aria-label={label}
      tabIndex={0}
      p="3"
      bg="sunken"
      borderRadius="control"
      maxHeight="graph"
      overflow="auto"
      whiteSpace="pre"
    >
      {children}
    </Box>
  );
}
