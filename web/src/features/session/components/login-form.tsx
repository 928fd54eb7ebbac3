import { Box } from '@chakra-ui/react';
import type { SessionLack } from '@pii-vault/contract/auth/auth-schema';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { asksForCode, loginMessage } from '../login-message.ts';
import { login } from '../queries.ts';
import { FormError } from './form-message.tsx';

interface LoginFormProps {
  email: string;
  /** Called with the typed e-mail address. */
  onForgot: (email: string) => void;
  /** The password was correct, and the session lacks something. */
  onStep: (step: LoginStep) => void;
}

export interface LoginStep {
  token: string;
  lacks: SessionLack;
  email: string;
  /** That of the login, for replacing a temporary one. */
  password: string;
}

const REQUIRED = { email: 'Email is required', password: 'Password is required' };

/**
 * E-mail and password; after 'Additional verification required' also the code of the e-mail. Checks the rules of the
 * contract's loginSchema by hand: zod and the form library would be larger than the rest of this screen.
 */
export function LoginForm({ email: former, onForgot, onStep }: LoginFormProps) {
  const { t } = useTranslation('session');
  const [{ email, password, code }, setValues] = useState({ email: former, password: '', code: '' });
  const [needsCode, setNeedsCode] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: login,
    onSuccess: ({ token, user, lacks }, { password: given }) =>
      lacks ? onStep({ token, lacks, email: user.email, password: given }) : startSession(token, user),
    onError: (problem) => (asksForCode(problem) ? setNeedsCode(true) : passwordInput.current?.focus()),
  });
  const typed = (name: 'email' | 'password' | 'code') => (event: ChangeEvent<HTMLInputElement>) =>
    setValues((values) => ({ ...values, [name]: event.target.value }));
  const messageOf = (name: 'email' | 'password', value: string) =>
    isChecked && value === '' ? REQUIRED[name] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email === '') emailInput.current?.focus();
    else if (password === '') passwordInput.current?.focus();
    else if (!isPending)
      mutate({ email, password, ...(needsCode && code.trim() !== '' ? { code: code.trim() } : {}) });
  };
  return (
    <Form onSubmit={submit}>
      <FormError message={error ? loginMessage(error) : undefined} />
      <Field label={t('email')} error={messageOf('email', email)} required>
        {(control) => (
          <Input
            {...control}
            ref={emailInput}
            value={email}
            onChange={typed('email')}
            maxLength={254}
            type="email"
            autoComplete="username"
            autoFocus={former === ''}
          />
        )}
      </Field>
      <Field label={t('password')} error={messageOf('password', password)} required>
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordInput}
            value={password}
            onChange={typed('password')}
            maxLength={1024}
            autoComplete="current-password"
            autoFocus={former !== ''}
          />
        )}
      </Field>
      {needsCode ? (
        <Field label={t('login.code')} help={t('login.codeHelp')}>
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={typed('code')}
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
        <Button variant="link" onClick={() => onForgot(email)}>
          {t('login.forgot')}
        </Button>
      </Box>
    </Form>
  );
}
