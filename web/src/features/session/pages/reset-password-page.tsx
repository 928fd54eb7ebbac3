import { Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { resetPasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { Entrance } from '../components/entrance.tsx';
import { FormDone, FormError } from '../components/form-message.tsx';
import { useLeadHome } from '../components/use-lead-home.ts';
import { resetPassword, useResetToken } from '../queries.ts';

const NO_TOKEN = 'Invalid reset link. Please request a new password reset.';
const BAD_TOKEN = 'Invalid or expired reset token.';
const NOT_VALIDATED = 'Failed to validate reset token.';
const NOT_RESET = 'Failed to reset password. Please try again.';

/**
 * Target of the links in reset and welcome e-mails: validation, then the form or the reason against it, then success.
 */
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

/** Why the link is not valid, and the two next actions. */
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

interface ResetFormProps {
  /** Masked e-mail address of the account, also for password managers. */
  email: string | undefined;
  pending: boolean;
  error: string | undefined;
  onSubmit: (password: string) => void;
}

/** The new password, twice. */
function ResetForm({ email, pending, error, onSubmit }: ResetFormProps) {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  return (
    <Form onSubmit={handleSubmit(({ password }) => onSubmit(password))}>
      <FormError message={error} />
      {email ? <input type="text" value={email} autoComplete="username" readOnly hidden /> : null}
      <Field label={t('newPassword')} error={errors.password?.message} help={t('reset.rules')} required>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="new-password" autoFocus />
        )}
      </Field>
      <Field label={t('confirmNewPassword')} error={errors.confirmPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={pending} width="full">
        {t(pending ? 'reset.pending' : 'reset.submit')}
      </Button>
    </Form>
  );
}
