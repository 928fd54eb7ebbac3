import { Box, Flex } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** Buttons at the right; one of them primary at most. */
  actions?: ReactNode;
  /** The way here, on details. */
  breadcrumb?: ReadonlyArray<{ label: string; to: string }>;
}

/** Title, subtitle, actions; also names the browser tab. */
export function PageHeader({ title, subtitle, actions, breadcrumb = [] }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Flex as="header" align="flex-end" justify="space-between" gap="3" wrap="wrap" mb="4">
      <Box minWidth="0">
        {breadcrumb.map((step) => (
          <Flex key={step.to} as="nav" align="center" gap="1" textStyle="small" color="ink.2" mb="0.5">
            <Link to={step.to}>{step.label}</Link>
            <Icon as={ChevronRight} size={12} />
          </Flex>
        ))}
        <Box as="h1" textStyle="title">
          {title}
        </Box>
        {subtitle ? <Box color="ink.2">{subtitle}</Box> : null}
      </Box>
      <Flex gap="2" wrap="wrap" data-print="hide">
        {actions}
      </Flex>
    </Flex>
  );
}
