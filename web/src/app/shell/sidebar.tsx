import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import type { Screen, ScreenGroup } from '../../routing/feature.ts';
import { useOffered } from '../../routing/use-offered.ts';
import { Logo } from '../../ui/logo.tsx';
import { screens } from '../screens.ts';
import { NavItem } from './nav-item.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';

const groups: readonly ScreenGroup[] = [
  'overview',
  'data',
  'protection',
  'governance',
  'administration',
  'developers',
];

/** Groups of screens that work and that the role may open. */
export function Sidebar({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('app');
  const isOffered = useOffered();
  const { company } = useSelectedCompany();
  const search = company ? `?company=${company.id}` : '';
  const offered = (group: ScreenGroup): readonly Screen[] =>
    screens.filter((screen) => screen.group === group && isOffered(screen));
  const nav = useCurrentInView();
  return (
    <Flex direction="column" height="full" minHeight="0">
      <Flex align="center" height="topbar" px="4" flexShrink="0" mt="0.5">
        <Logo />
      </Flex>
      <Box ref={nav} as="nav" aria-label={t('shell.navigation')} flex="1" overflowY="auto" px="2.5" pb="3">
        {groups.map((group) =>
          offered(group).length === 0 ? null : (
            <Box key={group} mt="4">
              <Box id={`group-${group}`} textStyle="group" color="ink.2" px="2" mb="1.5">
                {t(`group.${group}`)}
              </Box>
              <Box as="ul" aria-labelledby={`group-${group}`} listStyleType="none">
                {offered(group).map((screen) => (
                  <NavItem key={screen.path} screen={screen} search={search} onChoose={onChoose} />
                ))}
              </Box>
            </Box>
          ),
        )}
      </Box>
      <SidebarFooter />
    </Flex>
  );
}

/**
 * Keeps the current screen's item in view in a list longer than its space, which shrinks when the footer has loaded.
 */
function useCurrentInView() {
  const list = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const show = () =>
      element.querySelector(`[href^="${pathname}"][aria-current=page]`)?.scrollIntoView({ block: 'nearest' });
    const resizing = new ResizeObserver(show);
    resizing.observe(element);
    return () => resizing.disconnect();
  }, [pathname]);
  return list;
}
