import { Box } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { AdminSetupForm } from '../components/admin-setup-form.tsx';
import { Entrance } from '../components/entrance.tsx';
import { FormDone } from '../components/form-done.tsx';
import { useLeadHome } from '../components/use-lead-home.ts';
import { setupAdmin, useSetupStatus } from '../queries.ts';

/** First run: makes the one who may do everything. Gone as soon as that one exists. */
export function AdminSetupPage() {
  const { t } = useTranslation('session');
  const status = useSetupStatus();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (admin: Parameters<typeof setupAdmin>[0]) => setupAdmin(admin, window.location.hash),
  });
  useLeadHome(isSuccess);

  if (isSuccess) {
    return (
      <Entrance title={t('setup.done')} subtitle={t('setup.redirect')}>
        <FormDone message={t('setup.next')} />
        <Button asChild variant="primary" width="full">
          <Link to="/">{t('setup.signIn')}</Link>
        </Button>
      </Entrance>
    );
  }
  if (status.isPending) return <Loading />;
  if (status.data && !status.data.needsSetup) return <Navigate to="/" replace />;
  return (
    <Entrance title={t('setup.title')} subtitle={t('setup.subtitle')}>
      <AdminSetupForm
        pending={isPending}
        error={error ? messageOf(error, t('setup.failed')) : undefined}
        onSubmit={mutate}
      />
      <Box mt="4" textStyle="small" color="ink.2">
        {t('setup.hint')}
      </Box>
    </Entrance>
  );
}
