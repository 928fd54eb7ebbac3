import { Box } from '@chakra-ui/react';
import type { Client } from '@pii-vault/contract/client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { factorMessage } from '../factor-message.ts';
import { useAddPasskey } from '../queries.ts';
import { FormError } from './form-message.tsx';

interface PasskeyFormProps {
  api: Client;
  onAdded: (recoveryCodes: readonly string[]) => void;
}

/** Asks for a name, then lets the browser create the passkey. */
export function PasskeyForm({ api, onAdded }: PasskeyFormProps) {
  const { t } = useTranslation('session');
  const [name, setName] = useState(t('factors.kind.passkey'));
  const add = useAddPasskey(api);
  const send = useSend(add.mutateAsync);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || name.trim() === '') return;
    send(name, {
      done: ({ recoveryCodes }) => onAdded(recoveryCodes),
      failed: (error, isOpen) => {
        if (!isOpen) notify.error(t('change.error'), factorMessage(error, t), { error });
      },
    });
  };
  return (
    <Form onSubmit={submit}>
      <FormError message={add.error ? factorMessage(add.error, t) : undefined} />
      <Box color="ink.2">{t('factors.passkeyText')}</Box>
      <Field label={t('factors.name')} required>
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={add.isPending} width="full">
        {t('factors.createPasskey')}
      </Button>
    </Form>
  );
}
