import { Box, Flex } from '@chakra-ui/react';
import { type LineageEntry, MAX_VERIFICATIONS } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { markDecided, useAgreeing, verifyTogether } from '../../queries.ts';
import { PairValues } from './pair-values.tsx';

const SAMPLE = 5;
const BATCH = Math.min(50, MAX_VERIFICATIONS);

/** Evenly spread over the list, so that a sample has old and new links. */
export const sampleOf = <Row,>(rows: readonly Row[], size = SAMPLE): Row[] =>
  rows.length <= size
    ? [...rows]
    : Array.from({ length: size }, (_, at) => rows[Math.floor((at * (rows.length - 1)) / (size - 1))] as Row);

/** Verifies all links of which two identifiers agree, after a look at a sample of them. */
export function VerifyTogether({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const { t } = useTranslation('lineage');
  const agreeing = useAgreeing(companyId);
  // The list of the moment in which the dialog opened: it is fetched again when links are verified.
  const [links, setLinks] = useState<readonly LineageEntry[]>();
  useEffect(() => setLinks((held) => held ?? agreeing.data), [agreeing.data]);
  const run = useVerifying(companyId, links ?? []);
  const [seen, setSeen] = useState(0);
  const sample = sampleOf(links ?? []);
  const isSeen = seen >= sample.length - 1;
  const close = () => {
    run.stop();
    onClose();
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={close}
      title={t('together.title')}
      description={t('together.text')}
      footer={
        <>
          <Button onClick={close}>{t(run.state === 'done' ? 'together.close' : 'together.cancel')}</Button>
          {run.state === 'running' ? <Button onClick={run.stop}>{t('together.stop')}</Button> : null}
          {run.state === 'idle' && sample.length > 0 ? (
            <Button variant="primary" disabled={!isSeen} onClick={run.start}>
              {t('together.start', { count: links?.length ?? 0 })}
            </Button>
          ) : null}
        </>
      }
    >
      {agreeing.error && !links ? <ErrorState error={agreeing.error} onRetry={agreeing.refetch} /> : null}
      {!links && !agreeing.error ? <SkeletonLines count={6} /> : null}
      {links?.length === 0 ? <Box>{t('together.none')}</Box> : null}
      {links && links.length > 0 && run.state === 'idle' ? (
        <Sample sample={sample} onSeen={(at) => setSeen((before) => Math.max(before, at))} isSeen={isSeen} />
      ) : null}
      {run.state === 'idle' ? null : <Outcome run={run} total={links?.length ?? 0} />}
    </Dialog>
  );
}

interface SampleProps {
  sample: readonly LineageEntry[];
  onSeen: (at: number) => void;
  isSeen: boolean;
}

/** The sample, one link at a time. */
function Sample({ sample, onSeen, isSeen }: SampleProps) {
  const { t } = useTranslation('lineage');
  const [at, setAt] = useState(0);
  const entry = sample[at];
  const go = (to: number) => {
    setAt(to);
    onSeen(to);
  };
  if (entry === undefined) return null;
  return (
    <Box>
      <Flex align="center" gap="2" mb="2" wrap="wrap">
        <Box as="h3" textStyle="strong" aria-live="polite">
          {t('together.sample', { at: at + 1, of: sample.length })}
        </Box>
        <Flex ms="auto" gap="2">
          <Button size="sm" disabled={at === 0} onClick={() => go(at - 1)}>
            {t('review.previous')}
          </Button>
          <Button size="sm" disabled={at === sample.length - 1} onClick={() => go(at + 1)}>
            {t('review.next')}
          </Button>
        </Flex>
      </Flex>
      <PairValues key={entry.id} entry={entry} />
      {isSeen ? null : (
        <Box mt="2">
          <Muted>{t('together.look')}</Muted>
        </Box>
      )}
    </Box>
  );
}

type Run = ReturnType<typeof useVerifying>;

function Outcome({ run, total }: { run: Run; total: number }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const left = total - run.verified;
  return (
    <Box display="grid" gap="3">
      <ProgressBar
        label={t('together.progress', { done: format.number(run.sent), of: format.number(total) })}
        done={run.sent}
        total={total}
        perSecond={run.state === 'running' ? run.perSecond : undefined}
        unit={t('together.unit')}
      />
      <Box role="status">
        {run.state === 'running'
          ? null
          : t('together.done', { verified: format.number(run.verified), left: format.number(left) })}
      </Box>
      {run.problem === '' ? null : <Box role="alert">{run.problem}</Box>}
    </Box>
  );
}

/** Sends the links in batches. A stop, or a failure, leaves the rest undecided. */
function useVerifying(companyId: number, links: readonly LineageEntry[]) {
  const { t } = useTranslation('lineage');
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState({ sent: 0, verified: 0, perSecond: 0 });
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
  const [problem, setProblem] = useState('');
  const isStopped = useRef(false);
  async function start(): Promise<void> {
    setState('running');
    const startedAt = performance.now();
    let verified = 0;
    try {
      for (let sent = 0; sent < links.length && !isStopped.current; sent += BATCH) {
        const batch = links.slice(sent, sent + BATCH);
        verified += (
          await verifyTogether(
            companyId,
            batch.map(({ id }) => id),
          )
        ).length;
        const done = sent + batch.length;
        const perSecond = done / ((performance.now() - startedAt) / 1_000);
        setProgress({ sent: done, verified, perSecond });
      }
    } catch (error) {
      setProblem(messageOf(error, t('decide.failed')));
    }
    setState('done');
    await markDecided(queryClient);
  }
  return {
    ...{ ...progress, state, problem },
    start: () => void start(),
    stop: () => {
      isStopped.current = true;
    },
  };
}
