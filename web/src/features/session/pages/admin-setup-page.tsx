import { Box, Grid } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { setupAdminFormSchema } from '@pii-vault/contract/auth/auth-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Entrance } from '../components/entrance.tsx';
import { FormDone, FormError } from '../components/form-message.tsx';
import { useLeadHome } from '../components/use-lead-home.ts';
import { type FirstAdmin, setupAdmin, useSetupStatus } from '../queries.ts';

/** First run: creates the super admin. The server refuses it once one exists. */
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

interface AdminSetupFormProps {
  pending: boolean;
  error: string | undefined;
  onSubmit: (admin: FirstAdmin) => void;
}

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** The form, validated by the contract's schema. */
function AdminSetupForm({ pending, error, onSubmit }: AdminSetupFormProps) {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(setupAdminFormSchema),
    defaultValues: empty,
  });
  const { errors } = formState;
  const submit = handleSubmit(({ confirmPassword: _, ...admin }) => onSubmit(admin));
  return (
    <Form onSubmit={submit}>
      <FormError message={error} />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <Field label={t('firstName')} error={errors.firstName?.message} required>
          {(control) => <Input {...control} {...register('firstName')} autoComplete="given-name" autoFocus />}
        </Field>
        <Field label={t('lastName')} error={errors.lastName?.message} required>
          {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </Grid>
      <Field label={t('email')} error={errors.email?.message} required>
        {(control) => <Input {...control} {...register('email')} type="email" autoComplete="username" />}
      </Field>
      <Field label={t('password')} error={errors.password?.message} help={t('setup.rules')} required>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={t('confirmPassword')} error={errors.confirmPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={pending} width="full">
        {t(pending ? 'setup.pending' : 'setup.submit')}
      </Button>
    </Form>
  );
}
