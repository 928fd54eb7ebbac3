import { Box } from '@chakra-ui/react';
import type { SessionLack } from '@pii-vault/contract/auth/auth-schema';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { factorMessage } from '../factor-message.ts';
import { type GivenFactor, passFactor } from '../queries.ts';
import { FormError } from './form-message.tsx';

type Kind = SessionLack['factors'][number];

interface SecondStepProps {
  token: string;
  factors: readonly Kind[];
  /** The session lacks something else, too. */
  onStep: (lacks: SessionLack) => void;
  onBack: () => void;
}

/** Second step of the login: a passkey, the code of an app, or a recovery code. */
export function SecondStep({ token, factors, onStep, onBack }: SecondStepProps) {
  const { t } = useTranslation('session');
  const [kind, setKind] = useState<Kind>(factors[0] ?? 'recovery_code');
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (given: GivenFactor) => passFactor(token, given),
    onSuccess: ({ user, lacks }) => (lacks ? onStep(lacks) : startSession(token, user)),
    onError: () => setTyped(''),
  });
  const choose = (next: Kind) => {
    setKind(next);
    setTyped('');
    reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (kind === 'passkey') mutate('passkey');
    else if (typed.trim() !== '') mutate(kind === 'totp' ? { code: typed } : { recoveryCode: typed });
  };
  return (
    <Form onSubmit={submit}>
      <FormError message={error ? factorMessage(error, t) : undefined} />
      {kind === 'passkey' ? (
        <Box color="ink.2">{t('step.passkeyHelp')}</Box>
      ) : (
        <Field key={kind} label={t(`step.label.${kind}`)} help={t(`step.help.${kind}`)} required>
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode={kind === 'totp' ? 'numeric' : 'text'}
              autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
              maxLength={kind === 'totp' ? 12 : 40}
              fontFamily="mono"
              autoFocus
            />
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" pending={isPending} width="full">
        {t(kind === 'passkey' ? 'step.usePasskey' : 'step.submit')}
      </Button>
      <Box textAlign="center" display="grid" gap="1.5">
        {factors
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} variant="link" onClick={() => choose(other)}>
              {t(`step.instead.${other}`)}
            </Button>
          ))}
        <Button variant="link" onClick={onBack}>
          {t('step.back')}
        </Button>
      </Box>
    </Form>
  );
}
