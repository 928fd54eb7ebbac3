import { zodResolver } from '@hookform/resolvers/zod';
import { createCompanySchema } from '@pii-vault/contract/companies/companies-schema';
import { Problem } from '@pii-vault/contract/problem';
import { DEFAULT_TIME_ZONE } from '@pii-vault/platform/values/zoned-day';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { type CompanyChange, useCreateCompany } from '../queries.ts';
import { CompanyFields } from './company-fields.tsx';

const schema = createCompanySchema.pick({ name: true, code: true, tier: true, timeZone: true }).required();
const empty: CompanyChange = { name: '', code: '', tier: 'secondary', timeZone: DEFAULT_TIME_ZONE };

export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('companies');
  const create = useCreateCompany();
  const send = useSend(create.mutateAsync, onClose);
  const form = useForm<CompanyChange>({ resolver: zodResolver(schema), defaultValues: empty });

  const submit = form.handleSubmit((values) =>
    send(
      { ...values, status: 'active' },
      {
        done: () => notify.success(t('create.done'), t('create.doneText')),
        failed: (error, isOpen) => {
          if (isOpen && error instanceof Problem && error.status === 409) {
            form.setError('code', { message: messageOf(error, t('create.failed')) }, { shouldFocus: true });
          } else
            notify.error(t('error'), isOpen ? t('create.failed') : messageOf(error, t('create.failed')), {
              error,
            });
        },
      },
    ),
  );

  return (
    <FormDialog
      title={t('create.title')}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(create.isPending ? 'create.pending' : 'create.submit')}
      pending={create.isPending}
    >
      <CompanyFields register={form.register} errors={form.formState.errors} timeZone={DEFAULT_TIME_ZONE} />
    </FormDialog>
  );
}
