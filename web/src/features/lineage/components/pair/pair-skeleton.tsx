import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from '../../../../ui/skeleton.tsx';

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** The panel's own shape while the evidence is on its way. */
export function PairSkeleton() {
  return (
    <Box display="grid" gap="4" aria-hidden="true">
      <Skeleton height="5" width="52" />
      <Skeleton height="4" width="40" />
      {lines.map((line) => (
        <Flex key={line} justify="space-between" gap="3">
          <Skeleton height="4" width="24" />
          <Skeleton height="4" width="32" />
          <Skeleton height="4" width="8" />
        </Flex>
      ))}
    </Box>
  );
}
