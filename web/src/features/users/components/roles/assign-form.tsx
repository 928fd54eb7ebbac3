import { Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { assignRoleSchema } from '@pii-vault/contract/users/users-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { companyOptions } from '../../../../company/company-options.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Select } from '../../../../ui/select.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { type NewCompanyRole, useAssignCompanyRole } from '../../queries.ts';
import { useRoleChoices } from '../use-role-choices.ts';

interface AssignFormProps {
  userId: number;
  /** Those without an assignment. */
  companies: readonly Company[];
  onClose: () => void;
}

/** A company and a role; nothing is chosen at first. */
export function AssignForm({ userId, companies, onClose }: AssignFormProps) {
  const { t } = useTranslation('users');
  const assign = useAssignCompanyRole(userId);
  const send = useSend(assign.mutateAsync, onClose);
  const roles = useRoleChoices({ hasSuperAdmin: false });
  const { register, handleSubmit, formState } = useForm<NewCompanyRole>({
    resolver: zodResolver(assignRoleSchema),
    defaultValues: { role: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    send(values, {
      done: () => notify.success(t('success'), t('roles.assigned')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('roles.assignFailed')), { error }),
    }),
  );

  return (
    <Form onSubmit={submit} borderTopWidth="1px" pt="4">
      <Field label={t('form.company')} error={errors.companyId?.message} required>
        {(control) => (
          <Select
            {...control}
            {...register('companyId', { valueAsNumber: true })}
            placeholder={t('roles.chooseCompany')}
            options={companyOptions(companies)}
            autoFocus
          />
        )}
      </Field>
      <Field label={t('form.role')} error={errors.role?.message} help={t('roles.goesBefore')} required>
        {(control) => (
          <Select {...control} {...register('role')} placeholder={t('roles.chooseRole')} options={roles} />
        )}
      </Field>
      <Flex gap="2" justify="flex-end">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" pending={assign.isPending}>
          {t(assign.isPending ? 'roles.pending' : 'roles.submit')}
        </Button>
      </Flex>
    </Form>
  );
}
