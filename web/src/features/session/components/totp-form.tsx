import { Box, Flex } from '@chakra-ui/react';
import type { Client } from '@pii-vault/contract/client';
import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../client/use-send.ts';
import { latePart } from '../../../routing/late-part.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { factorMessage } from '../factor-message.ts';
import { useAddTotp } from '../queries.ts';
import { FormError } from './form-message.tsx';

const QrCode = latePart(async () => (await import('../../../ui/qr-code.tsx')).QrCode);

interface TotpFormProps {
  api: Client;
  setup: { secret: string; uri: string };
  onAdded: (recoveryCodes: readonly string[]) => void;
}

/** The QR code for an authenticator app, and its first code. */
export function TotpForm({ api, setup, onAdded }: TotpFormProps) {
  const { t } = useTranslation('session');
  const [name, setName] = useState(t('factors.kind.totp'));
  const [code, setCode] = useState('');
  const add = useAddTotp(api);
  const send = useSend(add.mutateAsync);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || code.trim() === '' || name.trim() === '') return;
    send(
      { code, name },
      {
        done: ({ recoveryCodes }) => onAdded(recoveryCodes),
        failed: (error, isOpen) => {
          if (!isOpen) notify.error(t('change.error'), factorMessage(error, t), { error });
        },
      },
    );
  };
  return (
    <Form onSubmit={submit}>
      <FormError message={add.error ? factorMessage(add.error, t) : undefined} />
      <Box color="ink.2">{t('factors.scan')}</Box>
      <Flex justify="center">
        <Suspense fallback={<Skeleton boxSize="44" />}>
          <QrCode text={setup.uri} label={t('factors.qr')} />
        </Suspense>
      </Flex>
      <Box>
        <Box color="ink.2" textStyle="small" mb="1">
          {t('factors.type')}
        </Box>
        <Flex align="center" gap="2">
          <Box flex="1" overflowWrap="anywhere">
            <Mono>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Mono>
          </Box>
          <CopyButton text={setup.secret} label={t('factors.secret')} />
        </Flex>
      </Box>
      <Field label={t('step.label.totp')} help={t('step.help.totp')} required>
        {(control) => (
          <Input
            {...control}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            fontFamily="mono"
            autoFocus
          />
        )}
      </Field>
      <Field label={t('factors.name')} required>
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={add.isPending} width="full">
        {t('factors.addTotp')}
      </Button>
    </Form>
  );
}
