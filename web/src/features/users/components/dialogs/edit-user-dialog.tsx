import { zodResolver } from '@hookform/resolvers/zod';
import { updateUserSchema } from '@pii-vault/contract/users/manage-users-schema';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSend } from '../../../../client/use-send.ts';
import { useUser } from '../../../../session/use-session.ts';
import { ChangedMeanwhile } from '../../../../ui/changed-meanwhile.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { type UserChange, useUpdateUser } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';
import { useFormProblem } from '../use-form-problem.ts';
import { companyIdOf, UserFields } from './user-fields.tsx';

type Values = z.input<typeof updateUserSchema>;
const fields = ['email', 'firstName', 'lastName', 'role', 'companyId'] as const;

const valuesOf = ({ email, firstName, lastName, role, companyId }: User): Values => ({
  email,
  firstName,
  lastName,
  role,
  companyId,
});

/** Sends only changed values. Users cannot change their own e-mail address here. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const isOwn = useUser().id === user.id;
  // The user as the form was opened: the list may be refetched meanwhile.
  const [opened, setOpened] = useState(user);
  const update = useUpdateUser(opened);
  const send = useSend(update.mutateAsync, onClose);
  const { companyId, company } = user;
  const form = useForm<Values>({ resolver: zodResolver(updateUserSchema), defaultValues: valuesOf(user) });
  const { register, formState } = form;
  const { dirtyFields, isDirty, errors } = formState;
  const showProblem = useFormProblem(form.setError, 'edit.failed');

  const reload = () => {
    setOpened(user);
    form.reset(valuesOf(user), { keepDirtyValues: true });
    update.reset();
  };
  const submit = form.handleSubmit((values) => {
    const changed = Object.entries(values).filter(([key]) =>
      fields.some((field) => field === key && dirtyFields[field]),
    );
    return send(Object.fromEntries(changed) as UserChange, {
      done: () => notify.success(t('edit.done')),
      failed: showProblem,
    });
  });

  return (
    <FormDialog
      title={t('edit.title', { name: userName(user) })}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(update.isPending ? 'edit.pending' : 'edit.submit')}
      pending={update.isPending}
      disabled={!isDirty}
    >
      <ChangedMeanwhile error={update.error} onReload={reload} />
      <UserFields
        register={(name) =>
          name === 'companyId' ? register(name, { setValueAs: companyIdOf }) : register(name)
        }
        errors={errors}
        current={companyId !== null && company ? { id: companyId, name: company.name } : undefined}
        emailLock={isOwn ? t('edit.ownEmail') : undefined}
      />
    </FormDialog>
  );
}
