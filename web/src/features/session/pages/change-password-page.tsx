import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
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

/** The requirements, each ticked once the typed password meets it. */
function PasswordRequirements({ password }: { password: string }) {
  const { t } = useTranslation('session');
  return (
    <Box bg="sunken" borderRadius="control" p="3" color="ink.2">
      <Box textStyle="label" color="ink" mb="1.5">
        {t('change.requirements')}
      </Box>
      <Box as="ul" listStyleType="none" display="grid" gap="1">
        {passwordRules.map(({ key, isMet }) => {
          const met = isMet(password);
          return (
            <Flex as="li" key={key} align="center" gap="2" color={met ? 'success' : undefined}>
              <Icon as={met ? CircleCheck : Circle} size={14} />
              {t(`change.rule.${key}`)}
              {met ? (
                <Box as="span" srOnly>
                  {t('change.met')}
                </Box>
              ) : null}
            </Flex>
          );
        })}
      </Box>
    </Box>
  );
}

/** Requirements of a new password in display order. The contract's schema decides; this only shows progress. */
const passwordRules = [
  { key: 'length', isMet: (password: string) => password.length >= 12 },
  { key: 'upper', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lower', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', isMet: (password: string) => /\d/.test(password) },
  { key: 'special', isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;
