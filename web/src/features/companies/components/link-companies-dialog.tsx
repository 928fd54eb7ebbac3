import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { createLinkAgreementSchema } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { companyOptions } from '../../../company/company-options.ts';
import { PurposePicker } from '../../../pii/purpose-picker.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import { companyPermissions } from '../company-permissions.ts';
import { useCreateLinkAgreement } from '../queries.ts';

interface LinkCompaniesDialogProps {
  companies: readonly Company[];
  first: Company | undefined;
  onClose: () => void;
}

/** Requests an agreement to link people for a purpose. The request discloses no personal data to the other company. */
export function LinkCompaniesDialog({ companies, first, onClose }: LinkCompaniesDialogProps) {
  const { t } = useTranslation('companies');
  const create = useCreateLinkAgreement();
  const send = useSend(create.mutateAsync, onClose);
  const can = useCan();
  const proposers = companies.filter((company) => can(companyPermissions.link, company.id));
  const one = first ?? proposers[0];
  const other = companies.find((company) => company !== one);
  const form = useForm({
    resolver: zodResolver(createLinkAgreementSchema),
    defaultValues: {
      companyId: one?.id ?? 0,
      otherCompanyId: other?.id ?? 0,
      purpose: '',
      includeAadhaar: false,
      includesHealthData: false,
    },
  });
  const { register, formState } = form;
  const companyId = useWatch({ control: form.control, name: 'companyId' });

  const submit = form.handleSubmit((values) =>
    send(values, {
      done: (agreement) => notify.success(t(agreement.isLive ? 'link.done' : 'link.proposed')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('link.failed')), { error }),
    }),
  );

  return (
    <FormDialog
      title={t('link.title')}
      description={t('link.text')}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(create.isPending ? 'link.pending' : 'link.submit')}
      pending={create.isPending}
    >
      <Field label={t('link.one')} error={formState.errors.companyId?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('companyId', { valueAsNumber: true })}
            options={companyOptions(proposers)}
          />
        )}
      </Field>
      <Field label={t('link.other')} error={formState.errors.otherCompanyId?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('otherCompanyId', { valueAsNumber: true })}
            options={companyOptions(companies)}
          />
        )}
      </Field>
      <Field label={t('link.purpose')} error={formState.errors.purpose?.message} help={t('link.purposeHelp')}>
        {(control) => (
          <PurposePicker
            {...control}
            {...register('purpose')}
            companyId={companyId}
            placeholder="fraud_prevention"
          />
        )}
      </Field>
      <AgreementTerms form={form} />
    </FormDialog>
  );
}

type AgreementForm = UseFormReturn<
  z.input<typeof createLinkAgreementSchema>,
  unknown,
  z.output<typeof createLinkAgreementSchema>
>;

/** An empty field leaves the delay to the vault's default. */
const minutesOf = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));

/** Terms of an agreement except the purpose. */
function AgreementTerms({ form: { register, formState } }: { form: AgreementForm }) {
  const { t } = useTranslation('companies');
  return (
    <>
      <Field
        label={t('link.delay')}
        error={formState.errors.disclosureDelay?.message}
        help={t('link.delayHelp')}
      >
        {(control) => (
          <Input
            {...control}
            {...register('disclosureDelay', { setValueAs: minutesOf })}
            type="number"
            min={0}
            max={10_080}
            step={1}
            placeholder={t('link.delayDefault')}
          />
        )}
      </Field>
      <Checkbox {...register('includeAadhaar')}>{t('link.aadhaar')}</Checkbox>
      <Checkbox {...register('includesHealthData')}>{t('link.health')}</Checkbox>
    </>
  );
}
