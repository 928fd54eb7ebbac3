import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useRenewRecoveryCodes } from '../api/factors.ts';
import { factorMessage } from '../factor-message.ts';

interface RecoveryCardProps {
  left: number;
  onCodes: (codes: readonly string[]) => void;
}

/** How many recovery codes are left, and new ones. */
export function RecoveryCard({ left, onCodes }: RecoveryCardProps) {
  const { t } = useTranslation('session');
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const renew = useRenewRecoveryCodes();
  const submit = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => {
        setAsking(false);
        onCodes(recoveryCodes);
      },
      onError: (error) => notify.error(t('change.error'), factorMessage(error, t), { error }),
    });
  return (
    <Card
      title={t('codes.title')}
      actions={
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('codes.renew')}
        </Button>
      }
    >
      <Box color="ink.2">{t('codes.left', { count: left, n: format.number(left) })}</Box>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('codes.renewTitle')}
        description={t('codes.renewText')}
        confirmLabel={t('codes.renew')}
        pending={renew.isPending}
        onConfirm={submit}
      />
    </Card>
  );
}
