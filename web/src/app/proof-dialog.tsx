import { Box } from '@chakra-ui/react';
import type { Answer } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../client/client.ts';
import { messageOf } from '../client/message-of.ts';
import { callQuery } from '../client/queries.ts';
import { takePasskey } from '../session/passkey.ts';
import { answerProof } from '../session/proof-request.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Input } from '../ui/input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

type ProofKind = Answer<'GET /auth/factors'>['proofs'][number];

/** Proofs that the vault accepts from this user. Default: the password. */
function useProofs(): readonly ProofKind[] | undefined {
  const { data, isError } = useQuery(callQuery('GET /auth/factors'));
  return data?.proofs ?? (isError ? ['password'] : undefined);
}

async function confirmBy(kind: ProofKind, typed: string) {
  if (kind === 'passkey') {
    const passkey = await takePasskey(await client.call('POST /auth/factors/challenge'));
    return client.call('POST /auth/confirm', { body: { passkey } });
  }
  const body = kind === 'totp' ? { code: typed } : { password: typed };
  return client.call('POST /auth/confirm', { body });
}

/** Asks for a passkey, a code or the password, depending on the user's factors. */
export function ProofDialog() {
  const { t } = useTranslation('app');
  const id = useId();
  const proofs = useProofs();
  const [chosen, setChosen] = useState<ProofKind>();
  const [typed, setTyped] = useState('');
  const kind = chosen ?? proofs?.[0];
  const confirm = useMutation({
    mutationFn: (by: ProofKind) => confirmBy(by, typed),
    onSuccess: () => answerProof(true),
  });
  const { error } = confirm;
  const isThrottled = error instanceof Problem && error.reason === 'LOGIN_THROTTLED';
  const said = isThrottled ? t('confirmPassword.throttled') : messageOf(error, t('confirmPassword.failed'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind && !confirm.isPending && (kind === 'passkey' || typed !== '')) confirm.mutate(kind);
  };
  const choose = (other: ProofKind) => {
    setChosen(other);
    setTyped('');
    confirm.reset();
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
        <ProofField key={kind} kind={kind} typed={typed} onType={setTyped} error={error ? said : undefined} />
        <Box display="flex" gap="4" flexWrap="wrap">
          {proofs
            ?.filter((other) => other !== kind)
            .map((other) => (
              <Button key={other} variant="link" onClick={() => choose(other)}>
                {t(`confirmPassword.instead.${other}`)}
              </Button>
            ))}
        </Box>
      </Form>
    </Dialog>
  );
}

interface ProofFieldProps {
  kind: ProofKind | undefined;
  typed: string;
  onType: (typed: string) => void;
  error: string | undefined;
}

function ProofField({ kind, typed, onType, error }: ProofFieldProps) {
  const { t } = useTranslation('app');
  if (kind === undefined) return <SkeletonLines count={2} />;
  if (kind === 'passkey')
    return (
      <Box>
        {error ? (
          <Box role="alert" color="error" mb="2">
            {error}
          </Box>
        ) : null}
        <Box color="ink.2">{t('confirmPassword.passkey')}</Box>
      </Box>
    );
  const field = {
    value: typed,
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  if (kind === 'totp')
    return (
      <Field label={t('confirmPassword.code')} help={t('confirmPassword.codeHelp')} error={error} required>
        {(control) => (
          <Input
            {...control}
            {...field}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            fontFamily="mono"
            autoFocus
          />
        )}
      </Field>
    );
  return (
    <Field label={t('confirmPassword.password')} error={error} required>
      {(control) => <PasswordInput {...control} {...field} autoComplete="current-password" autoFocus />}
    </Field>
  );
}
