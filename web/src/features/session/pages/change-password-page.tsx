import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ChangePasswordForm } from '../components/change-password-form.tsx';

/** Change Password: the one who is signed in sets a new password. */
export function ChangePasswordPage() {
  const { t } = useTranslation('session');
  return (
    <Box maxWidth="dialog">
      <PageHeader title={t('change.title')} subtitle={t('change.subtitle')} />
      <Card>
        <ChangePasswordForm />
      </Card>
    </Box>
  );
}
