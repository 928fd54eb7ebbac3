import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import { Ellipsis, Expand, PlusCircle, ScrollText, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, type MenuAction, MenuActions } from '../../../../ui/menu.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { auditPath, individualName, lineagePath } from '../../rules/addresses.ts';

type Person = Pick<Individual, 'id' | 'companyId'>;

/** Actions for a person that the role allows. */
export function RowMenu({ person }: { person: Person }) {
  const { t } = useTranslation('individuals');
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={t('action.menu', { id: individualName(person.id) })}
        >
          <Icon as={Ellipsis} />
        </Button>
      }
    >
      <RowActions person={person} />
    </Menu>
  );
}

/** The entries. A separate component, so that only an open menu subscribes to the URL. */
function RowActions({ person }: { person: Person }) {
  const { t } = useTranslation('individuals');
  const { set } = useUrlState();
  const navigate = useNavigate();
  const can = useCan();
  const { id, companyId } = person;
  const actions: MenuAction[] = [
    {
      key: 'open',
      label: t('action.open'),
      icon: Expand,
      onSelect: () => set({ selected: String(id), open: '1' }, { push: true }),
    },
  ];
  if (can('pii:write'))
    actions.push({
      key: 'add',
      label: t('action.addFields'),
      icon: PlusCircle,
      onSelect: () => navigate(`/individuals/new?company=${companyId}&person=${id}`),
    });
  if (can('lineage:read'))
    actions.push({
      key: 'lineage',
      label: t('action.lineage'),
      icon: Waypoints,
      onSelect: () => navigate(lineagePath(companyId, id)),
    });
  if (can('audit:read'))
    actions.push({
      key: 'history',
      label: t('action.history'),
      icon: ScrollText,
      onSelect: () => navigate(auditPath(companyId, id)),
    });
  return <MenuActions actions={actions} />;
}
