import { Box, Grid } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { UserPanel } from '../components/panel/user-panel.tsx';
import { UserDialogs } from '../components/user-dialogs.tsx';
import { UserDirectory } from '../components/user-directory.tsx';
import { useRoleOptions } from '../queries.ts';
import { userIdOf } from '../rules/list-query.ts';

/** User Management: users with roles and companies; `?selected=` shows one with its sessions. */
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

/** Description of each role. */
function RoleDefinitions() {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useRoleOptions();
  return (
    <Card title={t('definitions')}>
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!data && !error ? <SkeletonLines /> : null}
      <Grid
        as="dl"
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="8"
        rowGap="3"
      >
        {(data ?? []).map(({ value }) => (
          <Box key={value}>
            <dt>
              <RoleBadge role={value} />
            </dt>
            <Box as="dd" color="ink.2" mt="1">
              {t(`definition.${value}`, { defaultValue: '' })}
            </Box>
          </Box>
        ))}
      </Grid>
    </Card>
  );
}
