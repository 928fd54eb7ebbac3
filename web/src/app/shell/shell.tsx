import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router-dom';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useIsPhone } from '../../ui/use-media.ts';
import { ScreenTabs } from './screen-tabs.tsx';
import { Sidebar } from './sidebar.tsx';
import { ComplianceBar, TopBar } from './top-bar.tsx';

/** Sidebar, top bar and content. On a phone the sidebar is a drawer that closes when an item is selected. */
export function Shell() {
  const { t } = useTranslation('app');
  const isPhone = useIsPhone();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const navigation = useNavigation();
  return (
    <CompanyProvider>
      <SkipLink />
      <Flex minHeight="100dvh" align="stretch">
        {isPhone ? (
          <Drawer
            isOpen={isMenuOpen}
            onClose={() => setMenuOpen(false)}
            label={t('shell.navigation')}
            side="start"
          >
            <Sidebar onChoose={() => setMenuOpen(false)} />
          </Drawer>
        ) : (
          <Box
            as="aside"
            data-print="hide"
            width="sidebar"
            flexShrink="0"
            bg="surface"
            borderEndWidth="1px"
            position="sticky"
            top="0"
            height="100dvh"
          >
            <Sidebar />
          </Box>
        )}
        <Flex direction="column" flex="1" minWidth="0">
          <TopBar onMenu={isPhone ? () => setMenuOpen(true) : undefined} />
          <BusyLine isBusy={navigation.state !== 'idle'} />
          <ComplianceBar />
          <Box as="main" id="content" tabIndex={-1} flex="1" px={{ base: '4', md: '6' }} py="5" outline="0">
            <ScreenTabs />
            <Outlet />
          </Box>
        </Flex>
      </Flex>
    </CompanyProvider>
  );
}

function SkipLink() {
  const { t } = useTranslation('app');
  return (
    <Box
      position="fixed"
      top="2"
      insetStart="2"
      zIndex="popover"
      transform="translateY(-200%)"
      _focusWithin={{ transform: 'none' }}
      bg="surface"
      borderWidth="1px"
      borderRadius="control"
      px="3"
      py="1.5"
    >
      <a href="#content">{t('shell.skip')}</a>
    </Box>
  );
}

/** Progress line below the top bar while a screen loads. */
function BusyLine({ isBusy }: { isBusy: boolean }) {
  return (
    <Box height="0.5" mt="-0.5" zIndex="shell" overflow="hidden">
      {isBusy ? (
        <Box
          height="full"
          bg="accent"
          animation="pulse"
          animationDuration="900ms"
          animationIterationCount="infinite"
        />
      ) : null}
    </Box>
  );
}
