import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../client/is-changed-meanwhile.ts';
import { messageOf } from '../client/message-of.ts';
import { useSend } from '../client/use-send.ts';
import { Button } from './button.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Dialog } from './dialog.tsx';
import { notify } from './notify.tsx';
import { RadioCards } from './radio-cards.tsx';

type StatusChange<Status> = Pick<UseMutationResult, 'error' | 'isPending' | 'reset'> & {
  mutateAsync: (status: Status) => Promise<unknown>;
};

interface StatusDialogProps<Row extends { status: string }> {
  /** Namespace of the texts `change.…` and `status.…`. */
  texts: string;
  row: Row;
  /** Selected at first, instead of the current status. */
  proposed?: Row['status'];
  name: string;
  statuses: readonly Row['status'][];
  isDanger: (status: Row['status']) => boolean;
  /** Sets the status of the row with the version that was read. */
  useSet: (row: Row) => StatusChange<Row['status']>;
  onClose: () => void;
}

/** Dialog to choose a status; each has an explanation. */
export function StatusDialog<Row extends { status: string }>(props: StatusDialogProps<Row>) {
  const { row, name, statuses, onClose } = props;
  const { t } = useTranslation(props.texts);
  const [opened, setOpened] = useState(row);
  const change = props.useSet(opened);
  const send = useSend(change.mutateAsync, onClose);
  const [status, setStatus] = useState(props.proposed ?? row.status);

  const reload = () => {
    setOpened(row);
    change.reset();
  };
  const submit = () =>
    send(status, {
      done: () => notify.success(t('change.done', { name, status: t(`status.${status}`) })),
      failed: (error, isOpen) => {
        if (!(isOpen && isChangedMeanwhile(error)))
          notify.error(t('error'), messageOf(error, t('change.failed')), { error });
      },
    });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('change.title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant={props.isDanger(status) ? 'danger' : 'primary'}
            disabled={status === row.status}
            pending={change.isPending}
            onClick={submit}
          >
            {t(`change.verb.${status}`)}
          </Button>
        </>
      }
    >
      <ChangedMeanwhile error={change.error} onReload={reload} />
      <RadioCards
        label={t('column.status')}
        value={status}
        onChange={(value) => setStatus(statuses.find((one) => one === value) ?? row.status)}
        options={statuses.map((value) => ({
          value,
          label: t(`status.${value}`),
          hint: t(`change.${value}`),
        }))}
      />
    </Dialog>
  );
}
