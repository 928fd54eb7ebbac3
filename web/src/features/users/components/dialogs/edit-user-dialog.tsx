import { zodResolver } from '@hookform/resolvers/zod';
import { updateUserSchema } from '@pii-vault/contract/users/manage-users-schema';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useUser } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form } from '../../../../ui/form.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { type UserChange, useUpdateUser } from '../../api/update-user.ts';
import { userName } from '../../rules/user-name.ts';
import { useFormProblem } from '../use-form-problem.ts';
import { companyIdOf, UserFields } from './user-fields.tsx';

type Values = z.input<typeof updateUserSchema>;
const fields = ['email', 'firstName', 'lastName', 'role', 'companyId'] as const;

/** Sends only what was changed. One's own address cannot be changed here. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const formId = useId();
  const isOwn = useUser().id === user.id;
  const update = useUpdateUser(user.id);
  const { email, firstName, lastName, role, companyId, company } = user;
  const form = useForm<Values>({
    resolver: zodResolver(updateUserSchema),
    defaultValues: { email, firstName, lastName, role, companyId },
  });
  const { register, formState } = form;
  const { dirtyFields, isDirty, errors } = formState;
  const showProblem = useFormProblem(form.setError, 'edit.failed');

  const submit = form.handleSubmit((values) => {
    const changed = Object.entries(values).filter(([key]) =>
      fields.some((field) => field === key && dirtyFields[field]),
    );
    update.mutate(Object.fromEntries(changed) as UserChange, {
      onSuccess: () => {
        notify.success(t('edit.done'));
        onClose();
      },
      onError: showProblem,
    });
  });

  return (
    <FormDialog
      title={t('edit.title', { name: userName(user) })}
      isDirty={isDirty}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="primary" disabled={!isDirty} pending={update.isPending}>
          {t(update.isPending ? 'edit.pending' : 'edit.submit')}
        </Button>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <UserFields
          register={(name) =>
            name === 'companyId' ? register(name, { setValueAs: companyIdOf }) : register(name)
          }
          errors={errors}
          current={companyId !== null && company ? { id: companyId, name: company.name } : undefined}
          emailLock={isOwn ? t('edit.ownEmail') : undefined}
        />
      </Form>
    </FormDialog>
  );
}
