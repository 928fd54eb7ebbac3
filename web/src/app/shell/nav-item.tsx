import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import type { Screen } from '../../routing/feature.ts';
import { Icon } from '../../ui/icon.tsx';

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
  onChoose?: (() => void) | undefined;
}

export function NavItem({ screen, search, onChoose }: NavItemProps) {
  const { t } = useTranslation('app');
  return (
    <li>
      <Item to={{ pathname: screen.path, search }} onClick={() => onChoose?.()}>
        <Icon as={screen.icon} />
        {t(`nav.${screen.text}`)}
      </Item>
    </li>
  );
}
