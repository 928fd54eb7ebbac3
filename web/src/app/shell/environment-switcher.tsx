import { Box } from '@chakra-ui/react';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Environment,
  environments,
  readEnvironment,
  storeEnvironment,
} from '../../environment/environments.ts';
import { reloadPage } from '../../routing/reload-page.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import { notify } from '../../ui/notify.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const RELOAD_MS = 1000;

/** Selects development, testing or production, and reloads the console. */
export function EnvironmentSwitcher() {
  const { t } = useTranslation('app');
  const [chosen, setChosen] = useState(readEnvironment);

  function choose(environment: Environment): void {
    if (environment === chosen) return;
    try {
      storeEnvironment(environment);
    } catch {
      notify.error(t('environment.error'), t('environment.failed'));
      return;
    }
    setChosen(environment);
    notify.success(
      t('environment.changed'),
      t('environment.switched', { name: t(`environment.${environment}`) }),
    );
    setTimeout(reloadPage, RELOAD_MS);
  }

  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" px="1" gap="1">
          <Box as="span" srOnly>
            {t('environment.label')}
          </Box>
          <StatusBadge tone="neutral">{t(`environment.${chosen}`)}</StatusBadge>
          <Icon as={ChevronsUpDown} size={14} />
        </Button>
      }
    >
      <MenuChoice
        label={t('environment.label')}
        options={environments.map((value) => ({ value, label: t(`environment.${value}`) }))}
        value={chosen}
        onChange={(value) => choose(environments.find((one) => one === value) ?? chosen)}
      />
    </Menu>
  );
}
