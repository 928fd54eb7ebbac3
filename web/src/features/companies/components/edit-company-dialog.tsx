import { zodResolver } from '@hookform/resolvers/zod';
import { type Company, createCompanySchema } from '@pii-vault/contract/companies/companies-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { type CompanyChange, useUpdateCompany } from '../queries.ts';
import { CompanyFields } from './company-fields.tsx';

const schema = createCompanySchema.pick({ name: true, code: true, tier: true, timeZone: true }).required();

const valuesOf = ({ name, code, tier, timeZone }: Company): CompanyChange => ({
  name,
  code,
  tier: schema.shape.tier.safeParse(tier).data ?? 'secondary',
  timeZone,
});

/** Edits a company. Only changed fields are sent. */
export function EditCompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  // Keeps the company as it was when the form opened; the list may be refetched meanwhile.
  const [opened, setOpened] = useState(company);
  const update = useUpdateCompany(opened);
  const send = useSend(update.mutateAsync, onClose);
  const form = useForm<CompanyChange>({ resolver: zodResolver(schema), defaultValues: valuesOf(company) });
  const { dirtyFields, isDirty, errors } = form.formState;

  const reload = () => {
    setOpened(company);
    form.reset(valuesOf(company), { keepDirtyValues: true });
    update.reset();
  };
  const submit = form.handleSubmit((values) =>
    send(
      {
        ...(dirtyFields.name ? { name: values.name } : {}),
        ...(dirtyFields.code ? { code: values.code } : {}),
        ...(dirtyFields.tier ? { tier: values.tier } : {}),
        ...(dirtyFields.timeZone ? { timeZone: values.timeZone } : {}),
      },
      {
        done: () => notify.success(t('edit.done')),
        failed: (error, isOpen) => {
          if (isOpen && error instanceof Problem && error.status === 409) {
            form.setError('code', { message: messageOf(error, t('edit.failed')) }, { shouldFocus: true });
          } else if (!(isOpen && isChangedMeanwhile(error)))
            notify.error(t('error'), messageOf(error, t('edit.failed')), { error: error });
        },
      },
    ),
  );

  return (
    <FormDialog
      title={t('edit.title', { name: company.name })}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(update.isPending ? 'edit.pending' : 'edit.submit')}
      pending={update.isPending}
      disabled={!isDirty}
    >
      <ChangedMeanwhile error={update.error} onReload={reload} />
      <CompanyFields register={form.register} errors={errors} timeZone={opened.timeZone} />
    </FormDialog>
  );
}
