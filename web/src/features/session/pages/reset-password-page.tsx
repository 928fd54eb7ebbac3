import { Flex } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { Entrance } from '../components/entrance.tsx';
import { FormDone } from '../components/form-done.tsx';
import { FormError } from '../components/form-error.tsx';
import { ResetForm } from '../components/reset-form.tsx';
import { useLeadHome } from '../components/use-lead-home.ts';
import { resetPassword, useResetToken } from '../queries.ts';

const NO_TOKEN = 'Invalid reset link. Please request a new password reset.';
const BAD_TOKEN = 'Invalid or expired reset token.';
const NOT_VALIDATED = 'Failed to validate reset token.';
const NOT_RESET = 'Failed to reset password. Please try again.';

/** Where the links of reset and welcome mails lead: validating, then the form or why not, then success. */
export function ResetPasswordPage() {
  const { t } = useTranslation('session');
  const token = useUrlState().get('token');
  const check = useResetToken(token);
  const reset = useMutation({ mutationFn: (password: string) => resetPassword(token, password) });
  useLeadHome(reset.isSuccess);

  if (reset.isSuccess) {
    return (
      <Entrance title={t('reset.done')} subtitle={t('reset.redirect')}>
        <FormDone message={t('reset.next')} />
        <Button asChild variant="primary" width="full">
          <Link to="/">{t('reset.signIn')}</Link>
        </Button>
      </Entrance>
    );
  }
  if (token === '') return <BadLink message={NO_TOKEN} />;
  if (check.isPending) return <Loading label={t('reset.validating')} />;
  if (check.isError) return <BadLink message={NOT_VALIDATED} onRetry={() => check.refetch()} />;
  if (!check.data.valid) return <BadLink message={check.data.error ?? BAD_TOKEN} />;
  return (
    <Entrance title={t('reset.title')} subtitle={t('reset.subtitle', { email: check.data.email })}>
      <ResetForm
        email={check.data.email}
        pending={reset.isPending}
        error={reset.error ? messageOf(reset.error, inReaderLanguage(NOT_RESET)) : undefined}
        onSubmit={reset.mutate}
      />
    </Entrance>
  );
}

/** Why the link does not work, and the two ways on. */
function BadLink({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const { t } = useTranslation('session');
  return (
    <Entrance title={t('reset.title')} subtitle={t('reset.badLink')}>
      <FormError message={inReaderLanguage(message)} />
      <Flex direction="column" gap="2" mt="4">
        {onRetry ? (
          <Button variant="primary" width="full" onClick={onRetry}>
            {t('reset.retry')}
          </Button>
        ) : (
          <Button asChild variant="primary" width="full">
            <Link to="/login?forgot=1">{t('reset.newLink')}</Link>
          </Button>
        )}
        <Button asChild width="full">
          <Link to="/login">{t('forgot.back')}</Link>
        </Button>
      </Flex>
    </Entrance>
  );
}
