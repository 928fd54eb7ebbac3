import { Box } from '@chakra-ui/react';
import type { SecondFactor } from '@pii-vault/contract/auth/factors-schema';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { factorMessage } from '../factor-message.ts';
import { useRenewRecoveryCodes } from '../queries.ts';
import { RemoveDialog, RenameDialog } from './factor-dialogs.tsx';
import { FormError } from './form-message.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpForm } from './totp-form.tsx';

export type OpenedDialog =
  | { kind: 'passkey' | 'renew' }
  | { kind: 'totp'; setup: { secret: string; uri: string } }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'rename' | 'remove'; factor: SecondFactor };

interface SecurityDialogProps {
  open: OpenedDialog;
  onClose: () => void;
  added: (codes: readonly string[]) => void;
  renewed: (codes: readonly string[]) => void;
}

/** One dialog for a new factor, for the confirmation of new codes, and for the codes that follow either. */
export function SecurityDialog({ open, onClose, added, renewed }: SecurityDialogProps) {
  const { t } = useTranslation('session');
  if (open.kind === 'rename') return <RenameDialog factor={open.factor} onClose={onClose} />;
  if (open.kind === 'remove') return <RemoveDialog factor={open.factor} onClose={onClose} />;
  const titles = {
    passkey: 'factors.choosePasskey',
    totp: 'factors.chooseTotp',
    renew: 'codes.renewTitle',
    codes: 'codes.title',
  } as const;
  return (
    <Dialog isOpen onClose={onClose} title={t(titles[open.kind])}>
      <Box pb="4">
        {open.kind === 'passkey' ? <PasskeyForm api={client} onAdded={added} /> : null}
        {open.kind === 'totp' ? <TotpForm api={client} setup={open.setup} onAdded={added} /> : null}
        {open.kind === 'renew' ? <RenewCodes onCodes={renewed} /> : null}
        {open.kind === 'codes' ? <RecoveryCodes codes={open.codes} onDone={onClose} /> : null}
      </Box>
    </Dialog>
  );
}

/** Confirmation before new codes are created; the same dialog then shows them. */
function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
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
