import { zodResolver } from '@hookform/resolvers/zod';
import { consentBatchLimit } from '@pii-vault/contract/consents/consents-schema';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { giveConsents } from '../../queries.ts';
import { approvalPath, individualName } from '../../rules/addresses.ts';
import { emptyGiven, type GivenConsentForm, givenConsentSchema, toGiven } from '../../rules/given-consent.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { DailyBudget } from './daily-budget.tsx';
import { GivenConsentFields } from './given-consent-fields.tsx';

interface GiveDialogProps {
  companyId: number;
  companyName: string;
  people: readonly number[];
  /** Of a withdrawn consent that is given again; '' for any. */
  purpose?: string;
  onClose: () => void;
}

/** Records a consent that people gave outside the vault, after a dry run. */
export function GiveDialog({ companyId, companyName, people, purpose = '', onClose }: GiveDialogProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const schema = useMemo(() => givenConsentSchema(t), [t]);
  const form = useForm<GivenConsentForm>({
    resolver: zodResolver(schema),
    defaultValues: emptyGiven(purpose),
  });
  const [only, another] = people;
  const who =
    only !== undefined && another === undefined
      ? individualName(only)
      : t('bulk.people', { count: people.length, n: format.number(people.length) });
  return (
    <BulkDialog
      kind="give"
      companyId={companyId}
      title={t('give.title', { who })}
      description={t('give.text', { company: companyName })}
      people={people}
      perCall={consentBatchLimit}
      isDirty={form.formState.isDirty}
      read={async () => {
        let details: ReturnType<typeof toGiven> | undefined;
        await form.handleSubmit((values) => {
          details = toGiven(schema.parse(values));
        })();
        return details;
      }}
      call={(consentDetails, individualIds, dryRun, key) =>
        giveConsents({ companyId, individualIds: [...individualIds], consentDetails, dryRun }, key)
      }
      submit={t('give.submit')}
      note={<DailyBudget companyId={companyId} of="consents" people={people.length} />}
      approval={(details) => `${approvalPath(companyId, details.purpose)}&kind=consent`}
      onClose={onClose}
    >
      <GivenConsentFields companyId={companyId} form={form} />
    </BulkDialog>
  );
}
