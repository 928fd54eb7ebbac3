import { zodResolver } from '@hookform/resolvers/zod';
import { eraseSchema, erasureBatchLimit } from '@pii-vault/contract/erasures/erasures-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Field } from '../../../../ui/field.tsx';
import { TextArea } from '../../../../ui/input.tsx';
import { eraseMany } from '../../queries.ts';
import { approvalPath } from '../../rules/addresses.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { DailyBudget } from './daily-budget.tsx';

interface EraseManyDialogProps {
  companyId: number;
  companyName: string;
  people: readonly number[];
  onClose: () => void;
}

/** Erases several people in one company, after a dry run. */
export function EraseManyDialog({ companyId, companyName, people, onClose }: EraseManyDialogProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const form = useForm({ resolver: zodResolver(eraseSchema), defaultValues: { companyId, reason: '' } });
  const { errors, isDirty } = form.formState;
  return (
    <BulkDialog
      kind="erase"
      companyId={companyId}
      title={t('erase.title', {
        id: t('bulk.people', { count: people.length, n: format.number(people.length) }),
        company: companyName,
      })}
      description={t('eraseMany.text', { company: companyName })}
      people={people}
      perCall={erasureBatchLimit}
      isDirty={isDirty}
      isDanger
      read={async () => ((await form.trigger()) ? form.getValues('reason').trim() : undefined)}
      call={(reason, individualIds, dryRun) =>
        eraseMany({ companyId, individualIds: [...individualIds], reason, dryRun })
      }
      submit={t('eraseMany.submit', { count: people.length, n: format.number(people.length) })}
      note={<DailyBudget companyId={companyId} of="erasures" people={people.length} />}
      approval={() => `${approvalPath(companyId, '')}&kind=erase`}
      onClose={onClose}
    >
      <Field label={t('erase.reason')} error={errors.reason?.message} help={t('erase.reasonHelp')} required>
        {(control) => <TextArea {...control} {...form.register('reason')} rows={3} />}
      </Field>
    </BulkDialog>
  );
}
