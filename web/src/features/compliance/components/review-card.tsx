import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useAccessReviews } from '../queries.ts';

/** Latest finished review of who may enter the company (DPDP Rule 6(1)(b)), the open one, and the way to them. */
export function ReviewCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const { data, error, refetch } = useAccessReviews(companyId);
  const open = data?.find(({ status }) => status === 'open');
  const last = data?.find(({ status }) => status === 'finished');
  return (
    <Card
      title={t('review.title')}
      actions={
        <Button asChild size="sm">
          <Link to={`/access-reviews?company=${companyId}`}>{t('review.action')}</Link>
        </Button>
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <SkeletonLines count={2} /> : null}
      {data ? (
        <Box>
          {last?.reviewedAt
            ? t('review.last', { date: format.dateTime(last.reviewedAt) })
            : t('review.never')}
        </Box>
      ) : null}
      {open ? (
        <Box>
          {t('review.isOpen', { decided: format.number(open.decided), lines: format.number(open.lines) })}
        </Box>
      ) : null}
      <Box color="ink.2">{t('review.text')}</Box>
    </Card>
  );
}
