import { Box, Flex } from '@chakra-ui/react';
import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, ListChecks, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WithCompany } from '../../../company/with-company.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ShortcutBar } from '../../../ui/shortcut-bar.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { PairHead, StatePurpose, WithheldEvidence } from '../components/pair/pair-panel.tsx';
import { PairValues } from '../components/review/pair-values.tsx';
import { useReviewQueue } from '../components/review/use-review-queue.ts';
import { VerifyTogether } from '../components/review/verify-together.tsx';
import { explanationQuery, personQuery, useExplanation, useLineageSummary } from '../queries.ts';
import { individualName, otherName } from '../rules/relationship-look.ts';
import { scoreOf } from '../rules/waterfall.ts';

/** Decide Links: the undecided links of a company one after another. */
export function ReviewPage() {
  return <WithCompany>{(company) => <Review key={company.id} companyId={company.id} />}</WithCompany>;
}

function Review({ companyId }: { companyId: number }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const queue = useReviewQueue(companyId);
  const summary = useLineageSummary(companyId);
  const [isTogether, setTogether] = useState(false);
  // One purpose for the visit: the user states it for this work, and every read is recorded with it.
  const [purpose, setPurpose] = useState('');
  const { list, entry, made } = queue;
  const pending = summary.data?.pending;
  const left = pending === undefined ? undefined : Math.max(0, pending - made.length);
  return (
    <>
      <PageHeader
        title={t('review.title')}
        subtitle={t('review.subtitle')}
        breadcrumb={[{ label: t('title'), to: `/data-lineage?company=${companyId}` }]}
        actions={
          <Button icon={ListChecks} onClick={() => setTogether(true)}>
            {t('together.open')}
          </Button>
        }
      />
      <Flex gap="4" mb="3" wrap="wrap" color="ink.2">
        <span>{t('review.made', { count: made.length, n: format.number(made.length) })}</span>
        {left === undefined ? null : <span>{t('review.left', { count: left, n: format.number(left) })}</span>}
      </Flex>
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <SkeletonLines count={8} /> : null}
      {entry ? (
        <Pair queue={queue} entry={entry} purpose={purpose} onState={setPurpose} />
      ) : list.data && !list.hasNextPage ? (
        <NothingLeft companyId={companyId} queue={queue} />
      ) : null}
      <Announcement queue={queue} />
      {isTogether ? (
        <VerifyTogether
          companyId={companyId}
          onClose={() => {
            setTogether(false);
            void queue.reload();
            void summary.refetch();
          }}
        />
      ) : null}
    </>
  );
}

type Queue = ReturnType<typeof useReviewQueue>;

interface PairProps {
  queue: Queue;
  entry: LineageEntry;
  purpose: string;
  onState: (purpose: string) => void;
}

/** One link: its two records, the evidence, and the acts. */
function Pair({ queue, entry, purpose, onState }: PairProps) {
  const { t } = useTranslation('lineage');
  const { data, error, refetch } = useExplanation(entry.id, purpose);
  useNextReady(queue.next, purpose);
  const isUndecided = data?.entry.decision === null;
  const decide = (decision: 'verified' | 'rejected') =>
    data && isUndecided ? () => queue.decide(data.version, decision) : undefined;
  return (
    <Card>
      <Box display="grid" gap="4">
        <PairHead entry={entry} score={data?.withheld === null ? scoreOf(data.probability) : undefined} />
        <PairValues key={entry.id} entry={entry} {...(data ? { comparisons: data.comparisons } : {})} />
        {error && !data ? <ErrorState error={error} title={t('pair.failed')} onRetry={refetch} /> : null}
        {data?.withheld ? <WithheldEvidence explanation={{ ...data, withheld: data.withheld }} /> : null}
        {data?.withheld === 'purpose' ? (
          <StatePurpose companyId={entry.sourceCompanyId} onState={onState} />
        ) : null}
        <Acts queue={queue} onVerify={decide('verified')} onReject={decide('rejected')} />
      </Box>
    </Card>
  );
}

/** Loads what the next link needs while the user looks at this one. */
function useNextReady(next: LineageEntry | undefined, purpose: string): void {
  const queryClient = useQueryClient();
  const can = useCan();
  useEffect(() => {
    if (next === undefined) return;
    void queryClient.prefetchQuery(explanationQuery(next.id, purpose));
    const people = [
      [next.sourceCompanyId, next.individualId],
      [next.targetCompanyId, next.relatedIndividualId],
    ] as const;
    for (const [companyId, id] of people)
      if (id !== null && can('pii:read', companyId))
        void queryClient.prefetchQuery(personQuery(companyId, id));
  }, [next, purpose, queryClient, can]);
}

interface ActsProps {
  queue: Queue;
  onVerify: (() => void) | undefined;
  onReject: (() => void) | undefined;
}

function Acts({ queue, onVerify, onReject }: ActsProps) {
  const { t } = useTranslation('lineage');
  const onUndo = queue.made.length > 0 ? () => void queue.undo() : undefined;
  const onPrevious = queue.hasPrevious ? queue.goPrevious : undefined;
  const onNext = queue.next === undefined ? undefined : queue.goNext;
  return (
    <ShortcutBar
      label={t('review.acts')}
      acts={[
        { letter: 'V', icon: Check, text: t('decide.verified'), act: onVerify, variant: 'primary' },
        { letter: 'R', icon: X, text: t('decide.rejected'), act: onReject, variant: 'secondary' },
        { letter: 'K', icon: ChevronLeft, text: t('review.previous'), act: onPrevious, variant: 'ghost' },
        { letter: 'J', icon: ChevronRight, text: t('review.next'), act: onNext, variant: 'ghost' },
        { letter: 'Z', icon: Undo2, text: t('review.undo'), act: onUndo, variant: 'ghost' },
      ]}
    />
  );
}

function NothingLeft({ companyId, queue }: { companyId: number; queue: Queue }) {
  const { t } = useTranslation('lineage');
  return (
    <Card>
      <EmptyState
        icon={Check}
        title={t('review.empty')}
        hint={t('review.emptyHint')}
        action={
          <Flex gap="2" wrap="wrap">
            {queue.made.length > 0 ? (
              <Button icon={Undo2} onClick={() => void queue.undo()}>
                {t('review.undo')}
              </Button>
            ) : null}
            <Button asChild>
              <Link to={`/data-lineage?company=${companyId}`}>{t('review.back')}</Link>
            </Button>
          </Flex>
        }
      />
    </Card>
  );
}

/** Tells a screen reader what was decided and which link is shown now. */
function Announcement({ queue: { made, entry } }: { queue: Queue }) {
  const { t } = useTranslation('lineage');
  const last = made.at(-1);
  const pair = (one: LineageEntry) =>
    t('review.pair', { one: individualName(one.individualId), other: otherName(one) });
  return (
    <Box role="status" srOnly>
      {last ? `${pair(last.entry)}: ${t(`status.${last.decision}`)}. ` : ''}
      {entry ? t('review.now', { pair: pair(entry) }) : ''}
    </Box>
  );
}
