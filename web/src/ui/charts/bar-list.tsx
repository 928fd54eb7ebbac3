import { Box, Flex } from '@chakra-ui/react';
import { useFormat } from '../../i18n/use-format.ts';
import { Muted } from '../muted.tsx';
import type { CategoryColor } from './chart-color.ts';

export interface BarItem {
  key: string;
  label: string;
  value: number;
}

/** Amounts of named things, each with a bar in one colour; the text contains all figures. */
export function BarList({
  label,
  items,
  color = 'category.1',
}: {
  label: string;
  items: readonly BarItem[];
  color?: CategoryColor;
}) {
  const format = useFormat();
  const most = Math.max(1, ...items.map(({ value }) => value));
  return (
    <Box as="ul" aria-label={label} listStyleType="none" display="grid" gap="2.5">
      {items.map((item) => (
        <Box as="li" key={item.key} minWidth="0">
          <Flex justify="space-between" gap="3" mb="1">
            <Box as="span" minWidth="0" overflowWrap="anywhere">
              {item.label}
            </Box>
            <Muted>{format.number(item.value)}</Muted>
          </Flex>
          <Box height="2" borderRadius="badge" bg="neutral.soft" overflow="hidden" aria-hidden="true">
            <Box
              height="full"
              borderRadius="badge"
              bg={color}
              style={{ width: `${(item.value / most) * 100}%` }}
            />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
