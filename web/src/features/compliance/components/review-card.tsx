import { Box } from '@chakra-ui/react';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useAccessReviews, useRecordReview } from '../queries.ts';

/** Latest review of the privileged users (DPDP Rule 6(1)(b)), and a button that records a new one. */
export function ReviewCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const can = useCan();
  const { data, error, refetch } = useAccessReviews(companyId);
  const record = useRecordReview(companyId);
  const [isAsking, setAsking] = useState(false);
  const last = data?.[0];
  const confirm = () =>
    record.mutate(undefined, {
      onSuccess: () => notify.success(t('review.done')),
      onError: (failed) => notify.error(t('error'), messageOf(failed, t('review.failed')), { error: failed }),
      onSettled: () => setAsking(false),
    });
  return (
    <Card
      title={t('review.title')}
      actions={
        can('compliance:manage') ? (
          <Button size="sm" icon={ClipboardCheck} onClick={() => setAsking(true)}>
            {t('review.action')}
          </Button>
        ) : null
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <SkeletonLines count={2} /> : null}
      {data ? (
        <Box>{last ? t('review.last', { date: format.dateTime(last.reviewedAt) }) : t('review.never')}</Box>
      ) : null}
      <Box color="ink.2">{t('review.text')}</Box>
      {can('users:manage') ? (
        <Button asChild variant="link" mt="1">
          <Link to={`/users?in=${companyId}`}>{t('review.users')}</Link>
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('review.ask')}
        description={t('review.askText')}
        confirmLabel={t('review.confirm')}
        pending={record.isPending}
        onConfirm={confirm}
      />
    </Card>
  );
}
