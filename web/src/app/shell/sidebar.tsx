import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { useOffered } from '../../routing/use-offered.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { countsByPath, type ScreenCount } from '../../waiting/waiting-items.ts';
import { CountedName } from './counted-name.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';
import { isAt, type SidebarEntry, type SidebarGroup, sidebarGroups, waitingOn } from './sidebar-groups.ts';
import { useFolded } from './use-folded.ts';
import { useKeptInView } from './use-kept-in-view.ts';

/** Groups of screens that the role may open. A group folds; the browser remembers it. */
export function Sidebar({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('app');
  const groups = sidebarGroups(useOffered());
  const counts = countsByPath(useWaiting().data?.items ?? []);
  const { isFolded, toggle } = useFolded();
  return (
    <Flex direction="column" height="full" minHeight="0">
      <Flex align="center" height="topbar" px="4" flexShrink="0" mt="0.5">
        <Logo />
      </Flex>
      <Box as="nav" aria-label={t('shell.navigation')} flex="1" overflowY="auto" px="2.5" pb="1">
        {groups.map((group) => (
          <Group
            key={group.name}
            group={group}
            counts={counts}
            isFolded={isFolded(group.name)}
            onToggle={() => toggle(group.name)}
            onChoose={onChoose}
          />
        ))}
      </Box>
      <SidebarFooter />
    </Flex>
  );
}

interface GroupProps {
  group: SidebarGroup;
  counts: ReadonlyMap<string, ScreenCount>;
  isFolded: boolean;
  onToggle: () => void;
  onChoose: (() => void) | undefined;
}

const GroupButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    width: 'full',
    minHeight: '5',
    my: '0.5',
    px: '2',
    borderRadius: 'control',
    textStyle: 'group',
    fontFamily: 'inherit',
    color: 'ink.2',
    bg: 'transparent',
    cursor: 'pointer',
    _hover: { bg: 'hover', color: 'ink' },
    '&[data-current]': { color: 'accent.text' },
  },
});

/** A folded group shows the sum of what waits in it, and is marked if it holds the current screen. */
function Group({ group, counts, isFolded, onToggle, onChoose }: GroupProps) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const shown = group.entries.flatMap(({ screens }) => screens);
  const holdsCurrent = shown.some((screen) => isAt(pathname, screen));
  const id = `group-${group.name}`;
  return (
    <Box mt="1">
      <GroupButton
        type="button"
        id={id}
        aria-expanded={!isFolded}
        aria-controls={`${id}-screens`}
        data-current={(isFolded && holdsCurrent) || undefined}
        onClick={onToggle}
      >
        <Icon as={isFolded ? ChevronRight : ChevronDown} size={12} />
        <CountedName
          name={t(`group.${group.name}`)}
          waiting={isFolded ? waitingOn(shown, counts) : undefined}
        />
      </GroupButton>
      <Box as="ul" id={`${id}-screens`} aria-labelledby={id} listStyleType="none" hidden={isFolded}>
        {group.entries.map((entry) => (
          <NavItem
            key={entry.text}
            entry={entry}
            isCurrent={entry.screens.some((screen) => isAt(pathname, screen))}
            waiting={waitingOn(entry.screens, counts)}
            onChoose={onChoose}
          />
        ))}
      </Box>
    </Box>
  );
}

const Item = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: 'controlSm',
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
  entry: SidebarEntry;
  isCurrent: boolean;
  waiting: ScreenCount | undefined;
  onChoose: (() => void) | undefined;
}

function NavItem({ entry: { text, icon, screens }, isCurrent, waiting, onChoose }: NavItemProps) {
  const { t } = useTranslation('app');
  const { company } = useSelectedCompany();
  const link = useKeptInView(isCurrent);
  const search = company ? `?company=${company.id}` : '';
  return (
    <li>
      <Item
        ref={link}
        to={{ pathname: screens[0].path, search }}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onChoose?.()}
      >
        <Icon as={icon} />
        <CountedName name={t(`nav.${text}`)} waiting={waiting} />
      </Item>
    </li>
  );
}
