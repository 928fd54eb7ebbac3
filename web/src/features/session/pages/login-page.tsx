import { zodResolver } from '@hookform/resolvers/zod';
import { loginSchema } from '@pii-vault/contract/auth/auth-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { startSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { login } from '../api/login.ts';
import { Entrance } from '../components/entrance.tsx';
import { FormError } from '../components/form-error.tsx';
import { loginMessage } from '../login-message.ts';

const schema = loginSchema.pick({ email: true, password: true });

/** Email and password; the address stays, so what was asked for appears after the login. */
export function LoginPage() {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: login,
    onSuccess: ({ token, user }) => startSession(token, user),
  });
  const { errors } = formState;
  return (
    <Entrance title={t('login.title')} subtitle={t('login.subtitle')}>
      <Form onSubmit={handleSubmit((values) => mutate(values))}>
        <FormError message={error ? loginMessage(error) : undefined} />
        <Field label={t('email')} error={errors.email?.message} required>
          {(control) => (
            <Input {...control} {...register('email')} type="email" autoComplete="username" autoFocus />
          )}
        </Field>
        <Field label={t('password')} error={errors.password?.message} required>
          {(control) => (
            <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
          )}
        </Field>
        <Button type="submit" variant="primary" pending={isPending} width="full">
          {t(isPending ? 'login.pending' : 'login.submit')}
        </Button>
      </Form>
    </Entrance>
  );
}
