import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { UserPanel } from '../components/panel/user-panel.tsx';
import { RoleDefinitions } from '../components/role-definitions.tsx';
import { UserDialogs } from '../components/user-dialogs.tsx';
import { UserDirectory } from '../components/user-directory.tsx';
import { userIdOf } from '../rules/list-query.ts';

/** User Management: who may sign in, as what and where; `?selected=` shows one user and its sessions. */
export function UsersPage() {
  const { t } = useTranslation('users');
  const { get, set } = useUrlState();
  const selected = userIdOf(get('selected'));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            <Button variant="primary" icon={Plus} onClick={() => set({ new: '1' }, { push: true })}>
              {t('create.open')}
            </Button>
          </>
        }
      />
      <SidePanelLayout
        label={t('panel.label')}
        openKey={selected}
        onClose={() => set({ selected: null })}
        panel={selected === undefined ? null : <UserPanel key={selected} id={selected} />}
      >
        <UserDirectory below={<RoleDefinitions />} />
      </SidePanelLayout>
      <UserDialogs />
    </>
  );
}
