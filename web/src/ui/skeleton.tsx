import { Box } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';

/**
 * A grey placeholder with the size of the loading content. Tests wait until no `data-skeleton` is left, except in what
 * `useSeen` has not fetched.
 */
export const Skeleton = chakra(
  'span',
  {
    base: {
      display: 'inline-block',
      maxWidth: 'full',
      bg: 'neutral.soft',
      borderRadius: 'badge',
      animation: 'pulse',
      animationDuration: '1600ms',
      animationIterationCount: 'infinite',
      verticalAlign: 'middle',
    },
  },
  { defaultProps: { 'data-skeleton': '' } },
);

/** Loading lines of text. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <Box display="grid" gap="3">
      {Array.from({ length: count }, (_, line) => `line-${line}`).map((key, line) => (
        <Skeleton key={key} height="4" width={line % 3 === 2 ? '1/2' : 'full'} />
      ))}
    </Box>
  );
}
