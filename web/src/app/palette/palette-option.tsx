import { Box, Flex } from '@chakra-ui/react';
import { Icon } from '../../ui/icon.tsx';
import type { PaletteEntry } from './palette-entries.ts';

interface PaletteOptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onHover: () => void;
  onChoose: () => void;
}

export function PaletteOption({ id, entry, isActive, onHover, onChoose }: PaletteOptionProps) {
  return (
    <Flex
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      align="center"
      gap="2.5"
      px="2.5"
      height="9"
      borderRadius="control"
      cursor="pointer"
      bg={isActive ? 'accent.soft' : 'transparent'}
      color={isActive ? 'accent.text' : 'ink'}
      onMouseMove={onHover}
      onClick={onChoose}
    >
      <Icon as={entry.icon} />
      <Box as="span" flex="1" minWidth="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {entry.label}
      </Box>
      <Box as="span" textStyle="small" color="ink.2">
        {entry.note}
      </Box>
    </Flex>
  );
}
