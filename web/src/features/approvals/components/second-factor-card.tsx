import { Box, Flex, Stack } from '@chakra-ui/react';
import {
  factorRoles,
  type SecondFactorPolicy,
} from '@pii-vault/contract/second-factor-policy/second-factor-policy-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useSecondFactorPolicy, useSetSecondFactorPolicy } from '../queries.ts';

/** Roles that need a second factor in the company, in addition to those that the deployment requires. */
export function SecondFactorCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('approvals');
  const { data, error, refetch } = useSecondFactorPolicy(companyId);
  return (
    <Card title={t('factor.title')}>
      <Box color="ink.2" mb="4">
        {t('factor.text')}
      </Box>
      {data ? (
        <RoleChoice key={data.updatedAt} policy={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  );
}

function RoleChoice({ policy }: { policy: SecondFactorPolicy }) {
  const { t } = useTranslation('approvals');
  const { t: app } = useTranslation('app');
  const change = useSetSecondFactorPolicy();
  const [roles, setRoles] = useState(policy.roles);
  const isSame = factorRoles.every((role) => roles.includes(role) === policy.roles.includes(role));
  const save = () =>
    change.mutate(
      { companyId: policy.companyId, roles },
      {
        onSuccess: () => notify.success(t('factor.done')),
        onError: (error) => notify.error(t('error'), messageOf(error, t('factor.failed')), { error }),
      },
    );
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="2">
        {factorRoles.map((role) => {
          const isAlways = policy.alwaysRequired.includes(role);
          return (
            <Checkbox
              key={role}
              checked={isAlways || roles.includes(role)}
              disabled={isAlways}
              onChange={({ target }) =>
                setRoles(target.checked ? [...roles, role] : roles.filter((one) => one !== role))
              }
            >
              {app(`role.${role}`)}
              {isAlways ? <Box color="ink.2">{t('factor.always')}</Box> : null}
            </Checkbox>
          );
        })}
      </Stack>
      <Flex justify="flex-end">
        <Button type="submit" variant="primary" disabled={isSame} pending={change.isPending}>
          {t(change.isPending ? 'policy.pending' : 'factor.submit')}
        </Button>
      </Flex>
    </Form>
  );
}
