import { Box } from '@chakra-ui/react';
import { KeyRound, LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../client/client.ts';
import { displayName, initials } from '../../session/display-name.ts';
import { endSession } from '../../session/session-store.ts';
import { useUser } from '../../session/use-session.ts';
import { type ColorModeChoice, chooseColorMode, readColorMode } from '../../theme/color-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuActions, MenuChoice, MenuSeparator } from '../../ui/menu.tsx';

const modes: readonly ColorModeChoice[] = ['system', 'light', 'dark'];

export function UserMenu() {
  const { t } = useTranslation('app');
  const user = useUser();
  const navigate = useNavigate();
  const [mode, setMode] = useState(readColorMode);

  async function logout(): Promise<void> {
    // If the call fails, the browser ends its session anyway.
    await client.call('POST /auth/logout').catch((error: unknown) => console.error('logout', error));
    endSession();
    navigate('/login');
  }

  return (
    <Menu
      trigger={
        <Button
          size="icon"
          borderRadius="full"
          boxSize="7"
          width="7"
          height="7"
          bg="accent.soft"
          color="accent.text"
          borderColor="transparent"
          textStyle="group"
          aria-label={t('shell.user', { initials: initials(user), name: displayName(user) })}
        >
          <Box as="span" fontWeight="semibold">
            {initials(user)}
          </Box>
        </Button>
      }
    >
      <Box px="2" py="1.5">
        <Box textStyle="strong">{displayName(user)}</Box>
        <Box textStyle="small" color="ink.2">
          {user.email}
        </Box>
        <Box textStyle="small" color="ink.2">
          {t(`role.${user.role}`, { defaultValue: 'Admin' })}
        </Box>
      </Box>
      <MenuSeparator />
      <MenuChoice
        label={t('shell.theme')}
        options={modes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        value={mode}
        onChange={(value) => {
          const choice = modes.find((one) => one === value) ?? 'system';
          chooseColorMode(choice);
          setMode(choice);
        }}
      />
      <MenuSeparator />
      <MenuActions
        actions={[
          {
            key: 'password',
            label: t('shell.changePassword'),
            icon: KeyRound,
            onSelect: () => navigate('/change-password'),
          },
          {
            key: 'security',
            label: t('shell.security'),
            icon: ShieldCheck,
            onSelect: () => navigate('/sign-in-security'),
          },
          { key: 'logout', label: t('shell.logout'), icon: LogOut, onSelect: logout },
        ]}
      />
    </Menu>
  );
}
