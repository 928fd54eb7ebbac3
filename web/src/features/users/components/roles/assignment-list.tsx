import { Box, Flex } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { RoleBadge } from '../../../../ui/role-badge.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { type CompanyRole, useRemoveCompanyRole } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';

interface AssignmentListProps {
  user: User;
  assignments: readonly CompanyRole[];
}

/** Company, its id and the role in it; each can be removed. */
export function AssignmentList({ user, assignments }: AssignmentListProps) {
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
