import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { assignRoleSchema, type User } from '@pii-vault/contract/users/users-schema';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { companyOptions } from '../../../../company/company-options.ts';
import { managedCompanies } from '../../../../company/managed-companies.ts';
import { useCompanies } from '../../../../company/use-companies.ts';
import { useUser } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { RoleBadge } from '../../../../ui/role-badge.tsx';
import { Select } from '../../../../ui/select.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import {
  type CompanyRole,
  type NewCompanyRole,
  useAssignCompanyRole,
  useCompanyRoles,
  useRemoveCompanyRole,
} from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';
import { useRoleChoices } from '../use-role-choices.ts';

/** Company Role Assignments, and a form for companies without one. */
export function CompanyRolesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useCompanyRoles(user.id);
  const managed = managedCompanies(useUser(), useCompanies().data ?? [], 'users:manage');
  const free = managed.filter(({ id }) => !data?.some(({ companyId }) => companyId === id));

  function adding() {
    if (isAdding) return <AssignForm userId={user.id} companies={free} onClose={() => setAdding(false)} />;
    if (free.length === 0) return <Box color="ink.2">{t('roles.noneFree')}</Box>;
    return (
      <Button icon={Plus} justifySelf="start" onClick={() => setAdding(true)}>
        {t('roles.add')}
      </Button>
    );
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('roles.title')}
      description={t('roles.text', { name: userName(user) })}
      footer={isAdding ? undefined : <Button onClick={onClose}>{t('close')}</Button>}
    >
      <Box display="grid" gap="4" pb={isAdding ? '4' : '0'}>
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error ? <SkeletonLines count={2} /> : null}
        {data ? (
          <>
            <AssignmentList user={user} assignments={data} />
            {adding()}
          </>
        ) : null}
      </Box>
    </Dialog>
  );
}

interface AssignmentListProps {
  user: User;
  assignments: readonly CompanyRole[];
}

/** Assigned companies with id and role; each can be removed. */
function AssignmentList({ user, assignments }: AssignmentListProps) {
  const { t } = useTranslation('users');
  const remove = useRemoveCompanyRole(user.id);
  const [removing, setRemoving] = useState<CompanyRole | null>(null);
  const send = useSend(remove.mutateAsync, () => setRemoving(null));

  const submit = () =>
    removing &&
    send(removing.id, {
      done: () => notify.success(t('success'), t('roles.removed')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('roles.removeFailed')), { error }),
    });

  if (assignments.length === 0) return <Box color="ink.2">{t('roles.empty')}</Box>;
  return (
    <>
      <Box as="ul" aria-label={t('roles.list')} listStyleType="none" display="grid" gap="2">
        {assignments.map((assignment) => (
          <Flex
            as="li"
            key={assignment.id}
            align="center"
            gap="3"
            px="3"
            py="2"
            borderWidth="1px"
            borderRadius="control"
          >
            <Box flex="1" minWidth="0">
              <Box textStyle="strong" overflowWrap="anywhere">
                {assignment.company.name}
              </Box>
              <Box color="ink.2" textStyle="small">
                {t('roles.companyId')} <Mono>{assignment.companyId}</Mono>
              </Box>
            </Box>
            <RoleBadge role={assignment.role} />
            <IconButton
              size="sm"
              icon={Trash2}
              color="error"
              label={t('roles.remove', { company: assignment.company.name })}
              onClick={() => setRemoving(assignment)}
            />
          </Flex>
        ))}
      </Box>
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('roles.removeTitle', { company: removing?.company.name })}
        description={t('roles.removeText', { name: userName(user), company: removing?.company.name })}
        confirmLabel={t('roles.removeSubmit')}
        isDanger
        pending={remove.isPending}
        onConfirm={submit}
      />
    </>
  );
}

interface AssignFormProps {
  userId: number;
  /** Companies without an assignment. */
  companies: readonly Company[];
  onClose: () => void;
}

/** Form for a company and a role; nothing is preselected. */
function AssignForm({ userId, companies, onClose }: AssignFormProps) {
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
