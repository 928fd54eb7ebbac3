import { chakra } from '@chakra-ui/react/styled-system';

/** Text of less weight within a line. */
export const Muted = chakra('span', { base: { color: 'ink.2' } });
