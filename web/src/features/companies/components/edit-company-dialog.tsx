import { zodResolver } from '@hookform/resolvers/zod';
import { type Company, createCompanySchema } from '@pii-vault/contract/companies/companies-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { type CompanyChange, useUpdateCompany } from '../api/update-company.ts';
import { CompanyFields } from './company-fields.tsx';

const schema = createCompanySchema.pick({ name: true, code: true, tier: true }).required();

/** Name, code and tier of a company that is there; only what was changed is sent. */
export function EditCompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const formId = useId();
  const update = useUpdateCompany(company.id);
  const tier = schema.shape.tier.safeParse(company.tier).data ?? 'secondary';
  const form = useForm<CompanyChange>({
    resolver: zodResolver(schema),
    defaultValues: { name: company.name, code: company.code, tier },
  });
  const { dirtyFields, isDirty, errors } = form.formState;

  const submit = form.handleSubmit((values) =>
    update.mutate(
      {
        ...(dirtyFields.name ? { name: values.name } : {}),
        ...(dirtyFields.code ? { code: values.code } : {}),
        ...(dirtyFields.tier ? { tier: values.tier } : {}),
      },
      {
        onSuccess: () => {
          notify.success(t('edit.done'));
          onClose();
        },
        onError: (error) => {
          if (error instanceof Problem && error.status === 409) {
            form.setError('code', { message: messageOf(error, t('edit.failed')) }, { shouldFocus: true });
          } else notify.error(t('error'), messageOf(error, t('edit.failed')), { error: error });
        },
      },
    ),
  );

  return (
    <FormDialog
      title={t('edit.title', { name: company.name })}
      isDirty={isDirty}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="primary" disabled={!isDirty} pending={update.isPending}>
          {t(update.isPending ? 'edit.pending' : 'edit.submit')}
        </Button>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <CompanyFields register={form.register} errors={errors} />
      </Form>
    </FormDialog>
  );
}
