import { Box, Flex } from '@chakra-ui/react';
import { Building2, ChevronsUpDown, MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LanguageMenu } from '../../ui/language-menu.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useIsNarrow } from '../../ui/use-media.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { Bell } from './bell.tsx';
import { ComplianceBadges } from './compliance-badges.tsx';
import { UserMenu } from './user-menu.tsx';

/** `onMenu` is set on a phone only; it opens the sidebar. Below 1100 px, ComplianceBar has the badges. */
export function TopBar({ onMenu }: { onMenu: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  const isNarrow = useIsNarrow();
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
      {isNarrow ? null : <ComplianceBadges />}
      <Flex ms="auto" align="center" gap={{ base: '1', md: '2.5' }}>
        <PaletteButton />
        <Bell />
        <LanguageMenu />
        <UserMenu />
      </Flex>
    </Flex>
  );
}

/** The badges on a narrow screen: a line below the top bar that scrolls with the content. */
export function ComplianceBar() {
  if (!useIsNarrow()) return null;
  return (
    <Box data-print="hide" px={{ base: '4', md: '6' }} pt="3" _empty={{ display: 'none' }}>
      <ComplianceBadges />
    </Box>
  );
}

/** Selects the company for all screens. */
function CompanySelector() {
  const { t } = useTranslation('app');
  const { companies, company, choose } = useSelectedCompany();
  if (company === undefined) return <Skeleton height="8" width="44" />;
  if (company === null) {
    return (
      <Box color="ink.2" display="flex" alignItems="center" gap="2" whiteSpace="nowrap">
        <Icon as={Building2} />
        {t('shell.noCompany')}
      </Box>
    );
  }
  return (
    <Menu
      trigger={
        <Button minWidth="0" flexShrink="1">
          <Icon as={Building2} />
          <Box as="span" srOnly>
            {t('shell.company')}
          </Box>
          <Box as="span" overflow="hidden" textOverflow="ellipsis">
            {company.name}
          </Box>
          <Box as="span" hideBelow="md">
            <StatusBadge tone="neutral">{company.code}</StatusBadge>
          </Box>
          <Icon as={ChevronsUpDown} />
        </Button>
      }
    >
      <MenuChoice
        options={companies.map((one) => ({
          value: String(one.id),
          label: one.name,
          note: <StatusBadge tone="neutral">{one.code}</StatusBadge>,
        }))}
        value={String(company.id)}
        onChange={(value) => choose(Number(value))}
      />
    </Menu>
  );
}
