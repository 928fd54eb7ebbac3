import { Grid } from '@chakra-ui/react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../../../company/company-options.ts';
import { managedCompanies } from '../../../../company/managed-companies.ts';
import { useCompanies } from '../../../../company/use-companies.ts';
import { useUser } from '../../../../session/use-session.ts';
import { Field } from '../../../../ui/field.tsx';
import { Input } from '../../../../ui/input.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useRoleChoices } from '../use-role-choices.ts';

type UserField = 'email' | 'firstName' | 'lastName' | 'role' | 'companyId';

/** '' of the select is All Companies, which is null in the contract. */
export const companyIdOf = (value: unknown): number | null =>
  value === '' || value === null || value === undefined ? null : Number(value);

interface UserFieldsProps {
  register: (name: UserField) => UseFormRegisterReturn;
  errors: Readonly<Partial<Record<UserField, { message?: string }>>>;
  /** The user's current company, offered even if the signed-in user does not manage it. */
  current?: { id: number; name: string } | undefined;
  /** Why the e-mail address cannot be changed. */
  emailLock?: string | undefined;
}

/** E-mail, names, role and company, for the create and the edit dialog. */
export function UserFields({ register, errors, current, emailLock }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const actor = useUser();
  const isSuperAdmin = actor.role === 'super_admin';
  const roles = useRoleChoices({ hasSuperAdmin: isSuperAdmin });
  const managed = managedCompanies(actor, useCompanies().data ?? [], 'users:manage');
  const offered = current && !managed.some(({ id }) => id === current.id) ? [current, ...managed] : managed;
  return (
    <>
      <Field label={t('form.email')} error={errors.email?.message} help={emailLock} required>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="off"
            readOnly={emailLock !== undefined}
            autoFocus={emailLock === undefined}
          />
        )}
      </Field>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <Field label={t('form.firstName')} error={errors.firstName?.message} required>
          {(control) => <Input {...control} {...register('firstName')} autoComplete="off" />}
        </Field>
        <Field label={t('form.lastName')} error={errors.lastName?.message} required>
          {(control) => <Input {...control} {...register('lastName')} autoComplete="off" />}
        </Field>
        <Field label={t('form.role')} error={errors.role?.message} required>
          {(control) => <Select {...control} {...register('role')} options={roles} />}
        </Field>
        <Field label={t('form.company')} error={errors.companyId?.message}>
          {(control) => (
            <Select
              {...control}
              {...register('companyId')}
              {...(isSuperAdmin ? { placeholder: t('allCompanies') } : {})}
              options={companyOptions(offered)}
            />
          )}
        </Field>
      </Grid>
    </>
  );
}
