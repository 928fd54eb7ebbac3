import { Box, Flex } from '@chakra-ui/react';
import { Skeleton, SkeletonLines } from '../../../../ui/skeleton.tsx';

/** The panel's own shape while the person is on its way. */
export function ProfileSkeleton() {
  return (
    <Box display="grid" gap="5" aria-busy="true">
      <Flex gap="2.5" align="center">
        <Skeleton boxSize="9" borderRadius="full" />
        <Skeleton width="32" height="4" />
      </Flex>
      <Flex gap="5">
        <Skeleton boxSize="16" borderRadius="full" />
        <Skeleton boxSize="16" borderRadius="full" />
      </Flex>
      <SkeletonLines count={8} />
    </Box>
  );
}
