import { Box, Flex } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** Buttons at the right, at most one of them primary. */
  actions?: ReactNode;
  /** Breadcrumbs, on detail pages. */
  breadcrumb?: ReadonlyArray<Step>;
}

interface Step {
  label: string;
  to: string;
}

/** Title, subtitle, actions; also names the browser tab. */
export function PageHeader({ title, subtitle, actions, breadcrumb = [] }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Flex as="header" align="flex-end" justify="space-between" gap="3" wrap="wrap" mb="4">
      {/* A long subtitle wraps before the actions move to a line below. */}
      <Box flex="1 1 12rem" minWidth="0">
        {breadcrumb.length > 0 ? <Breadcrumb steps={breadcrumb} current={title} /> : null}
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

/** Breadcrumb; the last entry is this page. */
function Breadcrumb({ steps, current }: { steps: ReadonlyArray<Step>; current: string }) {
  const { t } = useTranslation('ui');
  return (
    <Flex as="nav" aria-label={t('breadcrumb')} textStyle="small" color="ink.2" mb="0.5">
      <Flex as="ol" align="center" gap="1" wrap="wrap" listStyleType="none" minWidth="0">
        {steps.map((step) => (
          <Flex as="li" key={step.to} align="center" gap="1">
            <Link to={step.to}>{step.label}</Link>
            <Icon as={ChevronRight} size={12} />
          </Flex>
        ))}
        <Box as="li" aria-current="page" color="ink" overflowWrap="anywhere">
          {current}
        </Box>
      </Flex>
    </Flex>
  );
}
