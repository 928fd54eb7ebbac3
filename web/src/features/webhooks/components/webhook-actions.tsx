import { Flex } from '@chakra-ui/react';
import type { Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useDeleteWebhook, useRotateSecret, useUpdateWebhook } from '../queries.ts';
import { SecretDialog, useAnnounceSecret } from './secret-dialog.tsx';
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx';

type Asked = 'edit' | 'pause' | 'rotate' | 'delete' | null;

/** Edit, pause or resume, rotate the secret, delete. Pause, rotate and delete ask for confirmation. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { set } = useUrlState();
  const [asked, setAsked] = useState<Asked>(null);
  const update = useUpdateWebhook(webhook);
  const remove = useDeleteWebhook(webhook.id);
  const rotate = useRotateSecret(webhook.id);
  const [rotated, setRotated] = useState<typeof rotate.data>();
  const isActive = webhook.status === 'active';
  const close = () => setAsked(null);
  // Another dialog may have been opened during the request.
  const closeOwn = (own: Asked) => () => setAsked((now) => (now === own ? null : now));
  const sendStatus = useSend(update.mutateAsync, closeOwn('pause'));
  const sendRotation = useSend(rotate.mutateAsync, closeOwn('rotate'));
  const sendEnd = useSend(remove.mutateAsync, closeOwn('delete'));
  const announce = useAnnounceSecret();
  const failed = (error: unknown) => notify.error(t('error'), messageOf(error, t('failed')), { error });

  const setStatus = (status: Webhook['status']) =>
    sendStatus({ status }, { done: () => notify.success(t(`${status}Done`)), failed });
  const startRotation = () =>
    sendRotation(undefined, {
      done: (answer, isOpen) => (isOpen ? setRotated(answer) : announce(t('rotate.done'), answer.secret)),
      failed,
    });
  const end = () =>
    sendEnd(undefined, {
      done: (_, isOpen) => {
        notify.success(t('delete.done'));
        if (isOpen) set({ selected: null });
      },
      failed,
    });
  const questions = {
    pause: { confirm: () => setStatus('paused'), pending: update.isPending },
    rotate: { confirm: startRotation, pending: rotate.isPending },
    delete: { confirm: end, pending: remove.isPending },
  };
  const question = asked === null || asked === 'edit' ? undefined : questions[asked];

  return (
    <>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" icon={Pencil} onClick={() => setAsked('edit')}>
          {t('edit.open')}
        </Button>
        {isActive ? (
          <Button size="sm" icon={Pause} onClick={() => setAsked('pause')}>
            {t('pause.submit')}
          </Button>
        ) : (
          <Button size="sm" icon={Play} pending={update.isPending} onClick={() => setStatus('active')}>
            {t('resume')}
          </Button>
        )}
        <Button size="sm" icon={KeyRound} onClick={() => setAsked('rotate')}>
          {t('rotate.submit')}
        </Button>
        <Button size="sm" icon={Trash2} color="error" onClick={() => setAsked('delete')}>
          {t('delete.submit')}
        </Button>
      </Flex>
      {asked === 'edit' ? <EditDialog webhook={webhook} onClose={close} /> : null}
      {question ? (
        <ConfirmDialog
          isOpen
          onClose={close}
          onConfirm={question.confirm}
          title={t(`${asked}.title`)}
          description={t(`${asked}.text`)}
          confirmLabel={t(`${asked}.confirm`)}
          isDanger={asked === 'delete'}
          pending={question.pending}
        />
      ) : null}
      {rotated ? (
        <SecretDialog
          title={t('rotate.done')}
          description={t('rotate.former', { at: format.dateTime(rotated.formerUntil) })}
          secret={rotated.secret}
          onClose={() => setRotated(undefined)}
        />
      ) : null}
    </>
  );
}

/** Changes address or events. Sends only changes, relative to the webhook when the dialog was opened. */
function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const [opened] = useState(webhook);
  const update = useUpdateWebhook(opened);
  const send = useSend(update.mutateAsync, onClose);
  const { form, showProblem } = useWebhookForm({ url: opened.url, events: opened.events });
  const { dirtyFields, isDirty } = form.formState;
  const submit = form.handleSubmit(({ url, events }) =>
    send(
      { ...(dirtyFields.url ? { url } : {}), ...(dirtyFields.events ? { events } : {}) },
      {
        done: () => notify.success(t('edit.done')),
        failed: showProblem,
      },
    ),
  );
  return (
    <FormDialog
      title={t('edit.title')}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(update.isPending ? 'edit.pending' : 'edit.submit')}
      pending={update.isPending}
      disabled={!isDirty}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
