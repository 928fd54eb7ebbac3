import { Box } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useResetFactors, useUserFactors } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';

/** Second factors of a user, and their removal if the user has lost them. */
export function FactorsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { data, error, refetch } = useUserFactors(user.id);
  const reset = useResetFactors(user.id);
  const send = useSend(reset.mutateAsync, onClose);
  const name = userName(user);
  const hasFactors = data !== undefined && data.factors.length > 0;
  const submit = () =>
    send(undefined, {
      done: () => notify.success(t('factors.done', { name })),
      failed: (problem) =>
        notify.error(t('error'), messageOf(problem, t('factors.failed')), { error: problem }),
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('factors.title', { name })}
      description={hasFactors ? t('factors.text') : t('factors.explained')}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {hasFactors ? (
            <Button variant="danger" pending={reset.isPending} onClick={submit}>
              {t('factors.submit')}
            </Button>
          ) : null}
        </>
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!(data || error) ? <SkeletonLines count={2} /> : null}
      {data && !hasFactors ? <Box>{t(data.required ? 'factors.noneYet' : 'factors.none')}</Box> : null}
      {hasFactors ? (
        <KeyValue
          items={data.factors.map((factor) => ({
            label: `${isolate(factor.name)} (${t(`factors.kind.${factor.kind}`)})`,
            value: t('factors.added', { at: format.dateTime(factor.createdAt) }),
          }))}
        />
      ) : null}
    </Dialog>
  );
}
