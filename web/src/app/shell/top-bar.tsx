import { Box, Flex } from '@chakra-ui/react';
import { MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { LanguageMenu } from '../../ui/language-menu.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { CompanySelector } from './company-selector.tsx';
import { ComplianceBadges } from './compliance-badges.tsx';
import { UserMenu } from './user-menu.tsx';

/** `onMenu` is set on a phone only; it opens the sidebar. */
export function TopBar({ onMenu }: { onMenu: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  return (
    <Flex
      as="header"
      data-print="hide"
      align="center"
      gap={{ base: '1.5', md: '2.5' }}
      height="topbar"
      flexShrink="0"
      px={{ base: '2', md: '5' }}
      bg="surface"
      borderBottomWidth="1px"
      position="sticky"
      top="0"
      zIndex="shell"
    >
      {onMenu ? <IconButton icon={MenuIcon} label={t('shell.menu')} onClick={onMenu} /> : null}
      <CompanySelector />
      <Box hideBelow="lg">
        <ComplianceBadges />
      </Box>
      <Flex ms="auto" align="center" gap={{ base: '1', md: '2.5' }}>
        <PaletteButton />
        <LanguageMenu />
        <UserMenu />
      </Flex>
    </Flex>
  );
}
