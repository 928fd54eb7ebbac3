import { Box, Flex, Grid } from '@chakra-ui/react';
import type { AccessReview } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import { CheckCheck, Download, FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router-dom';
import { saveFile } from '../../../client/download.ts';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Meter } from '../../../ui/progress-bar.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { ReviewLines } from '../components/review-lines.tsx';
import { downloadEvidence, useAccessReview, useFinishReview, useKeepOpen } from '../queries.ts';

/** One access review: its accounts and API clients, each kept or revoked, and the signed result. */
export function AccessReviewPage() {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const id = Number(useMatch('/access-reviews/:reviewId')?.params.reviewId);
  const { data: review, error, refetch } = useAccessReview(id);
  const back = review === undefined ? '/access-reviews' : `/access-reviews?company=${review.companyId}`;
  return (
    <>
      <PageHeader
        title={review ? t('review.title', { at: format.date(review.startedAt) }) : t('review.loading')}
        subtitle={t('review.subtitle')}
        breadcrumb={[{ label: t('accessReviews.title'), to: back }]}
        actions={
          <>
            <RefreshButton />
            {review ? <Acts review={review} /> : null}
          </>
        }
      />
      {error && !review ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!error && !review ? <SkeletonLines count={8} /> : null}
      {review ? (
        <Grid gap="4">
          <Progress review={review} />
          {review.status === 'recorded' ? null : <ReviewLines key={review.id} review={review} />}
        </Grid>
      ) : null}
    </>
  );
}

/** Keep the rest and finish while it is open; then the download of the signed lines. */
function Acts({ review }: { review: AccessReview }) {
  const { t } = useTranslation('governance');
  const can = useCan();
  if (review.status === 'finished') return <DownloadButton id={review.id} />;
  if (review.status !== 'open' || !can('compliance:manage', review.companyId)) return null;
  return review.decided < review.lines ? (
    <KeepRest review={review} />
  ) : (
    <FinishButton review={review} label={t('review.finish')} />
  );
}

function KeepRest({ review }: { review: AccessReview }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const keep = useKeepOpen(review.id);
  const [asked, setAsked] = useState<number>();
  const open = review.lines - review.decided;
  const counted = (count: number) => ({ count, n: format.number(count) });
  const confirm = () =>
    keep.mutate(asked ?? open, {
      onSuccess: ({ kept, left }) =>
        notify.success(
          t('review.kept', counted(kept)),
          left > 0 ? t('review.left', counted(left)) : undefined,
        ),
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
      onSettled: () => setAsked(undefined),
    });
  return (
    <>
      <Button icon={CheckCheck} onClick={() => setAsked(open)}>
        {t('review.keepRest', counted(open))}
      </Button>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('review.keepRestTitle', counted(asked ?? open))}
        description={t('review.keepRestText')}
        confirmLabel={t('review.keepThem')}
        pending={keep.isPending}
        onConfirm={confirm}
      />
    </>
  );
}

function FinishButton({ review: { id, version }, label }: { review: AccessReview; label: string }) {
  const { t } = useTranslation('governance');
  const finish = useFinishReview(id);
  const act = () =>
    finish.mutate(version, {
      onSuccess: () => notify.success(t('review.finished')),
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
    });
  return (
    <Button variant="primary" icon={FileCheck2} pending={finish.isPending} onClick={act}>
      {label}
    </Button>
  );
}

function DownloadButton({ id }: { id: number }) {
  const { t } = useTranslation('governance');
  const [isPending, setPending] = useState(false);
  async function download(): Promise<void> {
    setPending(true);
    try {
      const { content, fileName } = await downloadEvidence(id);
      saveFile(content, fileName);
    } catch (error) {
      notify.error(t('error'), messageOf(error, t('review.downloadFailed')), { error });
    }
    setPending(false);
  }
  return (
    <Button variant="primary" icon={Download} pending={isPending} onClick={() => void download()}>
      {t('review.download')}
    </Button>
  );
}

/** How far it is, or what it ended with. */
function Progress({ review }: { review: AccessReview }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const { status, lines, decided, revoked, snapshotSha256, reviewedAt } = review;
  const by = (id: number, name: string | null) => name ?? t('accessReviews.user', { id });
  const text = {
    open: () => t('review.startedBy', { name: by(review.startedBy, review.startedByName) }),
    discarded: () => t('review.discarded'),
    recorded: () => t('review.recorded'),
    finished: () =>
      t('review.finishedBy', {
        name: by(review.reviewedBy ?? 0, review.reviewedByName),
        at: format.dateTime(reviewedAt ?? review.startedAt),
      }),
  }[status]();
  const counts = {
    ...{ decided: format.number(decided), lines: format.number(lines), revoked: format.number(revoked) },
  };
  return (
    <Card>
      <Grid gap="2">
        {status === 'recorded' ? null : (
          <>
            <Flex justify="space-between" gap="3" wrap="wrap">
              <Box as="span" textStyle="strong" role="status">
                {t('review.progress', counts)}
              </Box>
              <Box as="span" color="ink.2">
                {t('review.revoked', { count: revoked, n: counts.revoked })}
              </Box>
            </Flex>
            <Meter
              label={t('review.progress', counts)}
              percent={lines === 0 ? 100 : (100 * decided) / lines}
              tone={decided === lines ? 'success' : 'accent'}
            />
          </>
        )}
        <Box color="ink.2">{text}</Box>
        {snapshotSha256 === null ? null : (
          <Box color="ink.2" textStyle="small">
            {t('review.hash')} <Mono overflowWrap="anywhere">{snapshotSha256}</Mono>
          </Box>
        )}
      </Grid>
    </Card>
  );
}
