import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import type { Screen, ScreenGroup } from '../../routing/feature.ts';
import { useOffered } from '../../routing/use-offered.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { countsByPath, type ScreenCount } from '../../waiting/waiting-items.ts';
import { screens } from '../features.ts';
import { SidebarFooter } from './sidebar-footer.tsx';

const groups: readonly ScreenGroup[] = [
  'overview',
  'data',
  'protection',
  'governance',
  'administration',
  'developers',
];

/** Groups of screens that the role may open. */
export function Sidebar({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('app');
  const isOffered = useOffered();
  const { company } = useSelectedCompany();
  const search = company ? `?company=${company.id}` : '';
  const offered = (group: ScreenGroup): readonly Screen[] =>
    screens.filter((screen) => screen.group === group && isOffered(screen));
  const nav = useCurrentInView();
  const waiting = countsByPath(useWaiting().data?.items ?? []);
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
                  <NavItem
                    key={screen.path}
                    screen={screen}
                    search={search}
                    waiting={waiting.get(screen.path)}
                    onChoose={onChoose}
                  />
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

/** Scrolls the current screen's item into view, also when the list shrinks because the footer has loaded. */
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

const Item = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    height: '7.5',
    minHeight: '30px',
    px: '2',
    borderRadius: 'control',
    color: 'ink.2',
    fontWeight: 'medium',
    textDecoration: 'none',
    '&:not([aria-current=page]):hover': { bg: 'hover', color: 'ink' },
    '&[aria-current=page]': { bg: 'accent.soft', color: 'accent.text', fontWeight: 'semibold' },
  },
});

interface NavItemProps {
  screen: Screen;
  search: string;
  waiting: ScreenCount | undefined;
  onChoose?: (() => void) | undefined;
}

function NavItem({ screen, search, waiting, onChoose }: NavItemProps) {
  const { t } = useTranslation('app');
  const format = useFormat();
  const name = t(`nav.${screen.text}`);
  return (
    <li>
      <Item to={{ pathname: screen.path, search }} onClick={() => onChoose?.()}>
        <Icon as={screen.icon} />
        {waiting ? (
          <>
            <Box as="span" srOnly>
              {t('badge', { ns: 'waiting', name, n: format.number(waiting.count) })}
            </Box>
            <span aria-hidden="true">{name}</span>
            <Box as="span" aria-hidden="true" ms="auto">
              <StatusBadge tone={waiting.tone}>{format.compact(waiting.count)}</StatusBadge>
            </Box>
          </>
        ) : (
          name
        )}
      </Item>
    </li>
  );
}
