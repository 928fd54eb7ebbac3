import { Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import type { Screen } from '../../routing/feature.ts';
import { useOffered } from '../../routing/use-offered.ts';
import { tabStyle } from '../../ui/tabs.tsx';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { countsByPath, type ScreenCount } from '../../waiting/waiting-items.ts';
import { screens } from '../features.ts';
import { CountedName } from './counted-name.tsx';
import { isAt, waitingOn } from './sidebar-groups.ts';
import { useKeptInView } from './use-kept-in-view.ts';

const TabLink = chakra(Link, {
  base: {
    ...tabStyle,
    // Holds the hidden part of its name: the row of tabs, which scrolls, would not clip it.
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    textDecoration: 'none',
    '&[aria-current=page]': { color: 'accent.text', borderColor: 'accent' },
  },
});

/** Above a screen that shares its entry in the sidebar with others: links to all of them that the user may open. */
export function ScreenTabs() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const isOffered = useOffered();
  const counts = countsByPath(useWaiting().data?.items ?? []);
  const set = screens.find((screen) => screen.path === pathname)?.set;
  const tabs = screens.filter((screen) => screen.set === set && isOffered(screen));
  if (set === undefined || tabs.length < 2) return null;
  return (
    <Flex
      as="nav"
      aria-label={t(`nav.${set}`)}
      gap="4"
      mt="-2"
      mb="3"
      borderBottomWidth="1px"
      overflowX="auto"
      overflowY="hidden"
      data-print="hide"
    >
      {tabs.map((screen) => (
        <ScreenTab
          key={screen.path}
          screen={screen}
          isCurrent={isAt(pathname, screen)}
          waiting={waitingOn([screen], counts)}
        />
      ))}
    </Flex>
  );
}

interface ScreenTabProps {
  screen: Screen;
  isCurrent: boolean;
  waiting: ScreenCount | undefined;
}

function ScreenTab({ screen: { path, text }, isCurrent, waiting }: ScreenTabProps) {
  const { t } = useTranslation('app');
  const { company } = useSelectedCompany();
  const link = useKeptInView(isCurrent);
  return (
    <TabLink
      ref={link}
      to={{ pathname: path, search: company ? `?company=${company.id}` : '' }}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <CountedName name={t(`nav.${text}`)} waiting={waiting} />
    </TabLink>
  );
}
