import { Box, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { usePageTitle } from './use-page-title.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  /** One sentence that names what is empty. */
  title: string;
  /** Whether this is the whole page: then the title is its heading and the title of the tab. */
  isPage?: boolean;
  hint?: string;
  /** The next action. */
  action?: ReactNode;
}

/** An empty list or page, with the next action. */
export function EmptyState({ icon, title, isPage, hint, action }: EmptyStateProps) {
  usePageTitle(isPage ? title : undefined);
  return (
    <Flex direction="column" align="center" textAlign="center" px="5" py="12" gap="1">
      <Flex
        align="center"
        justify="center"
        boxSize="10"
        borderRadius="full"
        bg="accent.soft"
        color="accent.text"
        mb="2"
      >
        <Icon as={icon} size={20} />
      </Flex>
      <Box as={isPage ? 'h1' : 'p'} textStyle="strong">
        {title}
      </Box>
      {hint ? (
        <Box color="ink.2" maxWidth="form">
          {hint}
        </Box>
      ) : null}
      {action ? (
        <Flex mt="3" gap="2" wrap="wrap" justify="center">
          {action}
        </Flex>
      ) : null}
    </Flex>
  );
}
