import { Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Ban, Ellipsis, Pencil, Power, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuActions } from '../../../ui/menu.tsx';
import { useIsPhone } from '../../../ui/use-media.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';

/** Edit, status and delete as three icons, or one menu on a phone. Link companies is above the directory. */
export function CompanyActions({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { set } = useUrlState();
  const can = useCan();
  const mayEdit = can(companyPermissions.edit, company.id);
  const isPhone = useIsPhone();
  const open = (key: string) => () => set({ [key]: String(company.id) }, { push: true });
  const isActive = company.status === 'active';
  const actions = [
    { key: 'edit', icon: Pencil, label: t('action.edit', { name: company.name }), onSelect: open('edit') },
    {
      key: 'change',
      icon: isActive ? Ban : Power,
      label: t(isActive ? 'action.suspend' : 'action.activate', { name: company.name }),
      onSelect: open('change'),
      isDanger: isActive,
    },
    ...(can(companyPermissions.delete, company.id)
      ? [
          {
            key: 'delete',
            icon: Trash2,
            label: t('action.delete', { name: company.name }),
            onSelect: open('delete'),
            isDanger: true,
          },
        ]
      : []),
  ];
  if (!mayEdit) return null;
  if (isPhone) {
    return (
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={t('action.more', { name: company.name })}>
            <Icon as={Ellipsis} />
          </Button>
        }
      >
        <MenuActions actions={actions} />
      </Menu>
    );
  }
  return (
    <Flex gap="0.5" justify="flex-end">
      {actions.map((action) => (
        <IconButton
          key={action.key}
          size="sm"
          icon={action.icon}
          label={action.label}
          {...(action.key === 'delete' ? { color: 'error' } : {})}
          onClick={action.onSelect}
        />
      ))}
    </Flex>
  );
}
