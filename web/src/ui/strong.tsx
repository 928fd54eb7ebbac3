import { chakra } from '@chakra-ui/react/styled-system';

/** The name of a row or an entry. */
export const Strong = chakra('span', { base: { textStyle: 'strong' } });
