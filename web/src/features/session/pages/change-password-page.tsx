import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { PasswordRequirements } from '../components/password-requirements.tsx';
import { changePassword } from '../queries.ts';

/** Change Password: the user sets a new password. */
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

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Current password, new password twice, and the requirements. Cancel empties the form. */
function ChangePasswordForm() {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState, reset, watch, setError } = useForm({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: empty,
  });
  const { errors } = formState;
  const { mutate, isPending } = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      notify.success(t('change.success'), t('change.done'));
      reset();
    },
    onError: (error) => {
      notify.error(t('change.error'), messageOf(error, t('change.failed')), { error: error });
      showAtField(error);
    },
  });

  function showAtField(error: unknown): void {
    if (!(error instanceof Problem)) return;
    const weak = error.fieldErrors.get('newPassword');
    if (weak) setError('newPassword', { message: weak }, { shouldFocus: true });
    else if (error.reason === 'WRONG_PASSWORD')
      setError('currentPassword', { message: messageOf(error, t('change.failed')) }, { shouldFocus: true });
  }

  const submit = handleSubmit(({ confirmPassword: _, ...change }) => mutate(change));
  return (
    <Form onSubmit={submit}>
      <Field label={t('change.current')} error={errors.currentPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('currentPassword')} autoComplete="current-password" />
        )}
      </Field>
      <Field label={t('newPassword')} error={errors.newPassword?.message} required>
        {(control) => <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" />}
      </Field>
      <Field label={t('confirmNewPassword')} error={errors.confirmPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <PasswordRequirements password={watch('newPassword')} />
      <Flex gap="2" justify="flex-end">
        <Button onClick={() => reset()}>{t('change.cancel')}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {t(isPending ? 'change.pending' : 'change.submit')}
        </Button>
      </Flex>
    </Form>
  );
}
