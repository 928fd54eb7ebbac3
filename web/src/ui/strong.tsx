import { chakra } from '@chakra-ui/react/styled-system';

/** The name of a row or an entry, in its own direction: a script from right to left keeps its punctuation. */
export const Strong = chakra('bdi', { base: { textStyle: 'strong' } });
