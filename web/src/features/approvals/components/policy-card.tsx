import { Box, Flex, Grid } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { formOf, policyFormSchema, policyOf } from '../policy-form.ts';
import { useRevealPolicy, useSetRevealPolicy } from '../queries.ts';
import { PendingChange } from './pending-change.tsx';

const NUMBERS = [
  'peoplePerUser',
  'peoplePerCredential',
  'searchesPerUser',
  'searchesPerCredential',
  'conflicts',
  'revealsAbove',
  'exportsAbove',
  'hours',
] as const;

/** The company's budgets and the numbers above which a second person approves. */
export function PolicyCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('approvals');
  const { data, error, refetch } = useRevealPolicy(companyId);
  return (
    <Card title={t('policy.title')}>
      <Box color="ink.2" mb="4">
        {t('policy.text')}
      </Box>
      {data ? (
        <>
          {data.pending === null ? null : <PendingChange policy={data} change={data.pending} />}
          <PolicyFields key={data.updatedAt} policy={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonLines count={6} />
      )}
    </Card>
  );
}

function PolicyFields({ policy }: { policy: RevealPolicy }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const change = useSetRevealPolicy();
  const form = useForm({ resolver: zodResolver(policyFormSchema), defaultValues: formOf(policy) });
  const { register, formState } = form;
  const submit = form.handleSubmit((values) =>
    change.mutate(policyOf(policy.companyId, values), {
      onSuccess: ({ pending }) =>
        pending === null
          ? notify.success(t('policy.done'))
          : notify.success(
              t('policy.waits'),
              t(`change.${pending.waitsFor}`, { at: format.dateTime(pending.dueAt) }),
            ),
      onError: (error) => notify.error(t('error'), messageOf(error, t('policy.failed')), { error }),
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        }}
        gap="4"
      >
        {NUMBERS.map((name) => (
          <Field
            key={name}
            label={t(`policy.${name}`)}
            help={t(`policy.${name}Help`)}
            error={formState.errors[name]?.message}
          >
            {(control) => <Input {...control} {...register(name)} inputMode="numeric" autoComplete="off" />}
          </Field>
        ))}
      </Grid>
      <Field
        label={t('policy.byPurpose')}
        help={t('policy.byPurposeHelp')}
        error={formState.errors.byPurpose?.message}
      >
        {(control) => (
          <TextArea {...control} {...register('byPurpose')} rows={3} placeholder="marketing 100" />
        )}
      </Field>
      <Flex justify="flex-end">
        <Button type="submit" variant="primary" disabled={!formState.isDirty} pending={change.isPending}>
          {t(change.isPending ? 'policy.pending' : 'policy.submit')}
        </Button>
      </Flex>
    </Form>
  );
}
