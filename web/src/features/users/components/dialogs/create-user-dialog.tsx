import { zodResolver } from '@hookform/resolvers/zod';
import { createUserSchema } from '@pii-vault/contract/users/users-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSend } from '../../../../client/use-send.ts';
import { managedCompanies } from '../../../../company/managed-companies.ts';
import { useCompanies } from '../../../../company/use-companies.ts';
import { useUser } from '../../../../session/use-session.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useCreateUser } from '../../queries.ts';
import { useAnnounceAccess } from '../use-announce-access.ts';
import { useFormProblem } from '../use-form-problem.ts';
import { useRoleChoices } from '../use-role-choices.ts';
import { companyIdOf, UserFields } from './user-fields.tsx';

type Values = z.input<typeof createUserSchema>;

/** Add User: with a generated or a given password, with or without welcome e-mail. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users');
  const create = useCreateUser();
  const send = useSend(create.mutateAsync, onClose);
  const announce = useAnnounceAccess();
  const form = useForm<Values, unknown, z.output<typeof createUserSchema>>({
    resolver: zodResolver(createUserSchema),
    defaultValues: { ...empty, role: useAskedRole(), companyId: useFirstCompany() },
  });
  const { register, formState, watch } = form;
  const showProblem = useFormProblem(form.setError, 'create.failed');
  const isGenerated = watch('generatePassword');

  const submit = form.handleSubmit(({ password, ...values }) =>
    send(values.generatePassword ? values : { ...values, password }, {
      done: ({ user, temporaryPassword, emailSent }) => {
        const mail = values.sendEmail ? (emailSent ? 'sent' : 'failed') : 'none';
        announce({ title: t('create.done'), email: user.email, temporaryPassword, mail });
      },
      failed: showProblem,
    }),
  );

  return (
    <FormDialog
      title={t('create.title')}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(create.isPending ? 'create.pending' : 'create.submit')}
      pending={create.isPending}
    >
      <UserFields
        register={(name) =>
          name === 'companyId' ? register(name, { setValueAs: companyIdOf }) : register(name)
        }
        errors={formState.errors}
      />
      <Checkbox {...register('generatePassword')}>{t('create.generate')}</Checkbox>
      {isGenerated ? null : (
        <Field
          label={t('create.password')}
          error={formState.errors.password?.message}
          help={t('policy')}
          required
        >
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
        </Field>
      )}
      <Checkbox {...register('sendEmail')}>{t('create.mail')}</Checkbox>
    </FormDialog>
  );
}

const empty: Values = {
  email: '',
  firstName: '',
  lastName: '',
  role: 'pii_view',
  password: '',
  generatePassword: true,
  sendEmail: true,
};

/** The role that a link to the dialog asks for, if the user may give it; else the default of the specification. */
function useAskedRole(): string {
  const { get } = useUrlState();
  const hasSuperAdmin = useUser()?.role === 'super_admin';
  const asked = get('newRole');
  return useRoleChoices({ hasSuperAdmin }).some(({ value }) => value === asked) ? asked : empty.role;
}

/** The company of the top bar if the user manages it, else the first one that the user manages. */
function useFirstCompany(): number | null {
  const { get } = useUrlState();
  const managed = managedCompanies(useUser(), useCompanies().data ?? [], 'users:manage');
  return (managed.find(({ id }) => String(id) === get('company')) ?? managed[0])?.id ?? null;
}
