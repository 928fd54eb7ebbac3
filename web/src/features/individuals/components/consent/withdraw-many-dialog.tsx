import { consentBatchLimit } from '@pii-vault/contract/consents/consents-schema';
import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { Field } from '../../../../ui/field.tsx';
import { withdrawConsents } from '../../queries.ts';
import { approvalPath } from '../../rules/addresses.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface WithdrawManyDialogProps {
  companyId: number;
  companyName: string;
  people: readonly number[];
  onClose: () => void;
}

/** Withdraws the consent of several people to one purpose, after a dry run. */
export function WithdrawManyDialog({ companyId, companyName, people, onClose }: WithdrawManyDialogProps) {
  const { t } = useTranslation(['individuals', 'pii']);
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <BulkDialog
      kind="withdraw"
      companyId={companyId}
      title={t('withdrawMany.title', {
        who: t('bulk.people', { count: people.length, n: format.number(people.length) }),
      })}
      description={t('withdrawMany.text', { company: companyName })}
      people={people}
      perCall={consentBatchLimit}
      isDirty={typed !== ''}
      isDanger
      read={async () => {
        const purpose = purposeSchema.safeParse(canonicalPurpose(typed));
        setProblem(purpose.success ? '' : t('reveal.purposeForm'));
        return purpose.data;
      }}
      call={(purpose, individualIds, dryRun, key) =>
        withdrawConsents({ companyId, individualIds: [...individualIds], purpose, dryRun }, key)
      }
      submit={t('withdraw.confirm')}
      approval={(purpose) => approvalPath(companyId, purpose)}
      onClose={onClose}
    >
      <Field label={t('pii:consent.purpose')} error={problem || undefined} required>
        {(control) => (
          <PurposePicker
            {...control}
            companyId={companyId}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </BulkDialog>
  );
}
