import type { BoxProps } from '@chakra-ui/react';
import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';

interface CardProps extends Omit<BoxProps, 'title'> {
  ref?: Ref<HTMLDivElement>;
  title?: ReactNode;
  /** Badges next to the title. */
  badge?: ReactNode;
  /** Shown at the right end of the header. */
  actions?: ReactNode;
  /** No inner padding: the child is a table or a graph. */
  flush?: boolean;
}

/** A surface with a border; it has a header only with a title. */
export function Card({ title, badge, actions, flush = false, children, ...rest }: CardProps) {
  return (
    <Box
      as="section"
      bg="surface"
      borderWidth="1px"
      borderRadius="card"
      boxShadow="card"
      // Clips corners without becoming the scroll container of the sticky parts of a table.
      overflow="clip"
      minWidth="0"
      {...rest}
    >
      {title ? (
        <Flex align="center" gap="2" px="4" pt={flush ? '2.5' : '4'} pb={flush ? '2.5' : '0'} wrap="wrap">
          <Box as="h2" textStyle="card">
            {title}
          </Box>
          {badge}
          <Flex ms="auto" gap="1" align="center">
            {actions}
          </Flex>
        </Flex>
      ) : null}
      {flush ? children : <Box p="4">{children}</Box>}
    </Box>
  );
}
