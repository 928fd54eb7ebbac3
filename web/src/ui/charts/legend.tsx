import { Box, Flex } from '@chakra-ui/react';
import type { CategoryColor } from './chart-color.ts';

export interface Series {
  label: string;
  color: CategoryColor;
}

/** Names of the colours, in the order of the chart. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <Flex as="ul" listStyleType="none" columnGap="4" rowGap="1" wrap="wrap" textStyle="small" color="ink.2">
      {series.map(({ label, color }) => (
        <Flex as="li" key={label} align="center" gap="1.5">
          <Box boxSize="2.5" borderRadius="badge" bg={color} flexShrink="0" />
          {label}
        </Flex>
      ))}
    </Flex>
  );
}
