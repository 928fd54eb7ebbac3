import { chakra } from '@chakra-ui/react/styled-system';

/** Ids, addresses, times in logs and masked values. */
export const Mono = chakra('span', { base: { textStyle: 'mono', fontVariantLigatures: 'none' } });
