import { Box } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { managedCompanies } from '../../../../company/managed-companies.ts';
import { useCompanies } from '../../../../company/use-companies.ts';
import { useUser } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useCompanyRoles } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';
import { AssignForm } from './assign-form.tsx';
import { AssignmentList } from './assignment-list.tsx';

/** Company Role Assignments: what is assigned, and a form for companies that have no assignment yet. */
export function CompanyRolesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useCompanyRoles(user.id);
  const managed = managedCompanies(useUser(), useCompanies().data ?? [], 'users:manage');
  const free = managed.filter(({ id }) => !data?.some(({ companyId }) => companyId === id));

  function adding() {
    if (isAdding) return <AssignForm userId={user.id} companies={free} onClose={() => setAdding(false)} />;
    if (free.length === 0) return <Box color="ink.2">{t('roles.noneFree')}</Box>;
    return (
      <Button icon={Plus} justifySelf="start" onClick={() => setAdding(true)}>
        {t('roles.add')}
      </Button>
    );
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('roles.title')}
      description={t('roles.text', { name: userName(user) })}
      footer={isAdding ? undefined : <Button onClick={onClose}>{t('close')}</Button>}
    >
      <Box display="grid" gap="4" pb={isAdding ? '4' : '0'}>
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error ? <SkeletonLines count={2} /> : null}
        {data ? (
          <>
            <AssignmentList user={user} assignments={data} />
            {adding()}
          </>
        ) : null}
      </Box>
    </Dialog>
  );
}
