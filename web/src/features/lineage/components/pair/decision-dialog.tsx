import type { Decision, Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { ChangedMeanwhile } from '../../../../ui/changed-meanwhile.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { TextArea } from '../../../../ui/input.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useDecideEntry } from '../../queries.ts';
import { individualName, otherName } from '../../rules/relationship-look.ts';

const MAX_NOTE = 2_000;

interface DecisionDialogProps {
  explanation: Explanation;
  decision: Decision;
  onClose: () => void;
}

/** Asks for a reviewer's note, and says what the decision will do. */
export function DecisionDialog({ explanation, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('lineage');
  const [note, setNote] = useState('');
  const { entry, version } = explanation;
  // As the reviewer saw it; it may be fetched again behind the dialog.
  const [opened, setOpened] = useState(version);
  const decide = useDecideEntry({ id: entry.id, version: opened });
  const send = useSend(decide.mutateAsync, onClose);
  const isAcross = entry.sourceCompanyId !== entry.targetCompanyId;
  const reload = () => {
    setOpened(version);
    decide.reset();
  };
  const submit = () =>
    send(
      { verificationStatus: decision, note },
      {
        done: ({ verificationStatus }) => {
          const isWaiting = decision === 'verified' && verificationStatus === 'pending';
          notify.success(t(isWaiting ? 'decide.waiting' : `decide.done.${decision}`));
        },
        failed: (error, isOpen) => {
          if (!(isOpen && isChangedMeanwhile(error)))
            notify.error(t('decide.error'), messageOf(error, t('decide.failed')), { error });
        },
      },
    );
  return (
    <FormDialog
      title={t(`decide.title.${decision}`, {
        one: individualName(entry.individualId),
        other: otherName(entry),
      })}
      description={t(isAcross ? `decide.across.${decision}` : `decide.inside.${decision}`)}
      isDirty={note !== ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      submit={t(`decide.${decision}`)}
      pending={decide.isPending}
      isDanger={decision === 'rejected'}
    >
      <ChangedMeanwhile error={decide.error} onReload={reload} />
      <Field label={t('decide.note')} help={t('decide.noteHelp')}>
        {(control) => (
          <TextArea
            {...control}
            value={note}
            maxLength={MAX_NOTE}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
