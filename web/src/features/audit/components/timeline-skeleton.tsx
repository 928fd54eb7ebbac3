import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from '../../../ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** The timeline's own shape while it is on its way. */
export function TimelineSkeleton() {
  return (
    <Box aria-hidden="true">
      <Box bg="sunken" px="4" py="2" borderTopWidth="1px">
        <Skeleton height="4" width="16" />
      </Box>
      {rows.map((row, at) => (
        <Flex key={row} px="4" minHeight="row" align="center" gap="3" borderTopWidth="1px">
          <Skeleton height="4" width="4" />
          <Skeleton height="4" width={at % 3 === 1 ? '80' : '64'} />
          <Skeleton height="4" width="16" ms="auto" />
        </Flex>
      ))}
    </Box>
  );
}
