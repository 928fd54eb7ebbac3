import { Grid } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { setupAdminFormSchema } from '@pii-vault/contract/auth/auth-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import type { FirstAdmin } from '../queries.ts';
import { FormError } from './form-error.tsx';

interface AdminSetupFormProps {
  pending: boolean;
  error: string | undefined;
  onSubmit: (admin: FirstAdmin) => void;
}

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** The contract's form, with its messages. */
export function AdminSetupForm({ pending, error, onSubmit }: AdminSetupFormProps) {
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
