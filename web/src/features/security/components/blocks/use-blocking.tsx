import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { lateDialog } from '../../../../routing/late-part.tsx';
import { useCan } from '../../../../session/use-session.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { useUnblockAddress } from '../../queries.ts';

/** Opens the form with an address and a reason; both may be ''. */
export type AskBlock = (address: string, reason: string) => void;
export type AskUnblock = (address: string) => void;

/** Loaded when the dialog opens, with the contract's schemas. */
const BlockDialog = lateDialog(async () => (await import('./block-dialog.tsx')).BlockDialog);

interface Blocking {
  /** Undefined without permission to manage access. */
  block: AskBlock | undefined;
  unblock: AskUnblock | undefined;
  /** Render it once. */
  dialogs: ReactNode;
}

/** The dialog's state is not in the URL: IP addresses are personal data. */
export function useBlocking(): Blocking {
  const { t } = useTranslation('security');
  const mayManage = useCan()('access:manage');
  const [asked, setAsked] = useState<{ address: string; reason: string } | null>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const unblock = useUnblockAddress();

  function end(address: string): void {
    unblock.mutate(address, {
      onSuccess: () => notify.success(t('unblock.done', { address })),
      onError: (error) => notify.error(t('error'), messageOf(error, t('unblock.failed')), { error }),
      onSettled: () => setEnding(null),
    });
  }

  const dialogs = (
    <>
      {asked ? <BlockDialog {...asked} onClose={() => setAsked(null)} /> : null}
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t('unblock.title', { address: ending })}
        description={t('unblock.text')}
        confirmLabel={t('unblock.confirm')}
        pending={unblock.isPending}
        onConfirm={() => ending !== null && end(ending)}
      />
    </>
  );
  return mayManage
    ? { block: (address, reason) => setAsked({ address, reason }), unblock: setEnding, dialogs }
    : { block: undefined, unblock: undefined, dialogs: null };
}
