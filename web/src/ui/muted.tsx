import { chakra } from '@chakra-ui/react/styled-system';

/** Secondary text within a line. */
export const Muted = chakra('span', { base: { color: 'ink.2' } });
