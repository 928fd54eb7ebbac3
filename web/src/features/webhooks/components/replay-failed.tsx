import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useReplayFailed } from '../queries.ts';

/** Sends every failed message of the webhook once more, after a question. */
export function ReplayFailed({ webhookId }: { webhookId: number }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const replay = useReplayFailed(webhookId);
  const [isAsking, setAsking] = useState(false);
  const start = () =>
    replay.mutate(undefined, {
      onSuccess: (count) => notify.success(t('replay.allDone', { count, n: format.number(count) })),
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('replay.all')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={start}
        title={t('replay.allTitle')}
        description={t('replay.allText')}
        confirmLabel={t('replay.all')}
        pending={replay.isPending}
      />
    </>
  );
}
