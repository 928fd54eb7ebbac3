import { Problem } from '@pii-vault/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../client/client.ts';
import { messageOf } from '../client/message-of.ts';
import { answerProof, isProofRequested, subscribeProof } from '../session/proof-request.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

/** Asks for the password while a call waits for it, and for nothing otherwise. */
export function ConfirmPassword() {
  const isRequested = useSyncExternalStore(subscribeProof, isProofRequested);
  useEffect(
    () => subscribeSession(() => (readSession().status === 'out' ? answerProof(false) : undefined)),
    [],
  );
  return isRequested ? <PasswordDialog /> : null;
}

function PasswordDialog() {
  const { t } = useTranslation('app');
  const id = useId();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => client.call('POST /auth/confirm', { body: { password } }),
    onSuccess: () => answerProof(true),
  });
  const { error } = confirm;
  const isThrottled = error instanceof Problem && error.reason === 'LOGIN_THROTTLED';
  const said = isThrottled ? t('confirmPassword.throttled') : messageOf(error, t('confirmPassword.failed'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !confirm.isPending) confirm.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={() => answerProof(false)}
      title={t('confirmPassword.title')}
      description={t('confirmPassword.text')}
      footer={
        <>
          <Button onClick={() => answerProof(false)}>{t('confirmPassword.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" pending={confirm.isPending}>
            {t(confirm.isPending ? 'confirmPassword.pending' : 'confirmPassword.submit')}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={submit}>
        <Field label={t('confirmPassword.password')} error={error ? said : undefined} required>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              autoFocus
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
