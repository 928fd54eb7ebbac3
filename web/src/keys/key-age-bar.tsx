import { Box } from '@chakra-ui/react';
import type { KeyLife } from './key-figures.ts';

/** Age of a key as a share of its life; screen readers get `text` instead of the bar. */
export function KeyAgeBar({ life, text }: { life: Pick<KeyLife, 'percent' | 'tone'>; text: string }) {
  return (
    <Box minWidth="0">
      <Box height="2" borderRadius="full" bg="neutral.soft" overflow="hidden" aria-hidden="true">
        <Box
          height="full"
          // Minimum width: a new key stays visible.
          minWidth="2"
          width={`${life.percent}%`}
          borderRadius="full"
          bg={life.tone}
        />
      </Box>
      <Box textStyle="small" color="ink.2" mt="1">
        {text}
      </Box>
    </Box>
  );
}
