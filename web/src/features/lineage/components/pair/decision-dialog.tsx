import type { Decision, LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { TextArea } from '../../../../ui/input.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useDecideEntry } from '../../api/decide-entry.ts';
import { individualName, otherName } from '../../rules/relationship-look.ts';

const MAX_NOTE = 2_000;

interface DecisionDialogProps {
  entry: LineageEntry;
  decision: Decision;
  onClose: () => void;
}

/** Asks for a reviewer's note, and says what the decision will do. */
export function DecisionDialog({ entry, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('lineage');
  const id = useId();
  const [note, setNote] = useState('');
  const decide = useDecideEntry(entry.id);
  const isAcross = entry.sourceCompanyId !== entry.targetCompanyId;
  const submit = () =>
    decide.mutate(
      { verificationStatus: decision, note },
      {
        onSuccess: ({ verificationStatus }) => {
          const isWaiting = decision === 'verified' && verificationStatus === 'pending';
          notify.success(t(isWaiting ? 'decide.waiting' : `decide.done.${decision}`));
          onClose();
        },
        onError: (error) =>
          notify.error(t('decide.error'), messageOf(error, t('decide.failed')), { error: error }),
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
      footer={
        <Button
          type="submit"
          form={id}
          variant={decision === 'rejected' ? 'danger' : 'primary'}
          pending={decide.isPending}
        >
          {t(`decide.${decision}`)}
        </Button>
      }
    >
      <Form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
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
      </Form>
    </FormDialog>
  );
}
