import { Box, Flex } from '@chakra-ui/react';

/** The image of favicon.svg, inline, so that it is drawn without a request. */
const Mark = () => (
  <svg
    viewBox="0 0 32 32"
    width="100%"
    height="100%"
    aria-hidden="true"
    fill="none"
    stroke="#fff"
    strokeWidth="2"
  >
    <rect width="32" height="32" rx="8" fill="#3A4FD1" stroke="none" />
    <rect x="8" y="8" width="16" height="16" rx="3.5" strokeWidth="2.2" />
    <path d="m13 13 6 6m0-6-6 6" strokeLinecap="round" />
    <circle cx="16" cy="16" r="2.2" fill="#3A4FD1" />
  </svg>
);

/** Logo and name of the product. */
export function Logo() {
  return (
    <Flex align="center" gap="2.5" textStyle="card" fontSize="lead">
      <Box boxSize="7" flexShrink="0">
        <Mark />
      </Box>
      PII Vault
    </Flex>
  );
}
