import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../client/use-send.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { factorMessage } from '../factor-message.ts';
import { useRenewRecoveryCodes } from '../queries.ts';
import { FormError } from './form-error.tsx';

/** How many recovery codes are left. */
export function RecoveryCard({ left, onRenew }: { left: number; onRenew: () => void }) {
  const { t } = useTranslation('session');
  const format = useFormat();
  return (
    <Card
      title={t('codes.title')}
      actions={
        <Button size="sm" onClick={onRenew}>
          {t('codes.renew')}
        </Button>
      }
    >
      <Box color="ink.2">{t('codes.left', { count: left, n: format.number(left) })}</Box>
    </Card>
  );
}

/** The question before new codes; its dialog then shows them. */
export function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('session');
  const renew = useRenewRecoveryCodes();
  const send = useSend(renew.mutateAsync);
  const submit = () =>
    send(undefined, {
      done: ({ recoveryCodes }) => onCodes(recoveryCodes),
      failed: (error, isOpen) => {
        if (!isOpen) notify.error(t('change.error'), factorMessage(error, t), { error });
      },
    });
  return (
    <Box display="grid" gap="4">
      <FormError message={renew.error ? factorMessage(renew.error, t) : undefined} />
      <Box color="ink.2">{t('codes.renewText')}</Box>
      <Button variant="primary" width="full" pending={renew.isPending} onClick={submit}>
        {t('codes.renew')}
      </Button>
    </Box>
  );
}
