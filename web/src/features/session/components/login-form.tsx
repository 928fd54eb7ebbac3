import { Box } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { loginSchema, type SessionLack } from '@pii-vault/contract/auth/auth-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { startSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { login } from '../api/login.ts';
import { asksForCode, loginMessage } from '../login-message.ts';
import { FormError } from './form-error.tsx';

const schema = loginSchema.pick({ email: true, password: true, code: true });

interface LoginFormProps {
  email: string;
  /** Called with the address that stands in the form. */
  onForgot: (email: string) => void;
  /** The password was right, and a second factor is asked for. */
  onStep: (step: LoginStep) => void;
}

export interface LoginStep {
  token: string;
  lacks: SessionLack;
  email: string;
}

/** Email and password; after 'Additional verification required' the mailed code, too. */
export function LoginForm({ email, onForgot, onStep }: LoginFormProps) {
  const { t } = useTranslation('session');
  const [needsCode, setNeedsCode] = useState(false);
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '', code: '' },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: login,
    onSuccess: ({ token, user, lacks }) =>
      lacks ? onStep({ token, lacks, email: user.email }) : startSession(token, user),
    onError: (problem) => (asksForCode(problem) ? setNeedsCode(true) : setFocus('password')),
  });
  const { errors } = formState;
  const submit = handleSubmit(({ code, ...values }) =>
    mutate({ ...values, ...(needsCode && code?.trim() ? { code: code.trim() } : {}) }),
  );
  return (
    <Form onSubmit={submit}>
      <FormError message={error ? loginMessage(error) : undefined} />
      <Field label={t('email')} error={errors.email?.message} required>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="username"
            autoFocus={email === ''}
          />
        )}
      </Field>
      <Field label={t('password')} error={errors.password?.message} required>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password')}
            autoComplete="current-password"
            autoFocus={email !== ''}
          />
        )}
      </Field>
      {needsCode ? (
        <Field label={t('login.code')} error={errors.code?.message} help={t('login.codeHelp')}>
          {(control) => (
            <Input
              {...control}
              {...register('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              fontFamily="mono"
              autoFocus
            />
          )}
        </Field>
      ) : null}
      <Button type="submit" variant="primary" pending={isPending} width="full">
        {t(isPending ? 'login.pending' : 'login.submit')}
      </Button>
      <Box textAlign="center">
        <Button variant="link" onClick={() => onForgot(getValues('email'))}>
          {t('login.forgot')}
        </Button>
      </Box>
    </Form>
  );
}
