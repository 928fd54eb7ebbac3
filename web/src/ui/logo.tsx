import { Box, Flex } from '@chakra-ui/react';

/** The product's mark and name. */
export function Logo() {
  return (
    <Flex align="center" gap="2.5" textStyle="card" fontSize="lead">
      <Box boxSize="7" flexShrink="0">
        <img src="/favicon.svg" alt="" width="100%" height="100%" />
      </Box>
      PII Vault
    </Flex>
  );
}
