import { chakra } from '@chakra-ui/react/styled-system';

/** The name of a row or an entry. `bdi` isolates its direction, so that right-to-left names keep their punctuation. */
export const Strong = chakra('bdi', { base: { textStyle: 'strong' } });
