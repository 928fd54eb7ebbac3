import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, RotateCw, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { ConsentWarnings } from '../../../pii/consent-warnings.tsx';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useCancelImport, useImport, useRetryImport } from '../queries.ts';
import { byteText } from '../rules/byte-text.ts';
import { estimatedRows, importTone, isHeld, isUnderWay } from '../rules/import-status.ts';
import { HoldForm } from './hold-form.tsx';
import { ImportErrors } from './import-errors.tsx';
import { SameRecords } from './same-records.tsx';

/** One import: open questions, progress or outcome, rejected rows. */
export function ImportDetail({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('imports');
  const { data, error, refetch } = useImport(id);
  useImportEffects(data);
  if (error) {
    return (
      <Card>
        <ErrorState error={error} title={t('import.unknown')} onRetry={refetch} />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card>
        <SkeletonLines count={6} />
      </Card>
    );
  }
  return (
    <>
      <Card
        title={data.fileName ?? t('import.noName', { id })}
        badge={<StatusBadge tone={importTone(data)}>{t(`status.${data.status}`)}</StatusBadge>}
        actions={<Actions one={data} />}
      >
        <Box display="grid" gap="5">
          {isHeld(data) ? null : isUnderWay(data) ? (
            <ImportProgress one={data} />
          ) : (
            <ImportOutcome one={data} companyId={companyId} />
          )}
          <ConsentWarnings target="import" id={id} />
          <ImportFigures one={data} />
        </Box>
      </Card>
      {data.hold ? <HoldForm key={data.statusReason} one={data} hold={data.hold} /> : null}
      <ImportErrors one={data} />
      <SameRecords one={data} />
    </>
  );
}

function Actions({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const { set } = useUrlState();
  return (
    <Flex gap="1">
      {one.status === 'paused' ? <RetryImport one={one} /> : null}
      {isUnderWay(one) || isHeld(one) ? <CancelImport one={one} /> : null}
      <IconButton
        size="sm"
        icon={X}
        label={t('import.close')}
        onClick={() => set({ import: null, cursor: null })}
      />
    </Flex>
  );
}

/** Progress, rate and time left. The import continues without this page. */
function ImportProgress({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const reason = useStatusReason(one);
  const isPaused = one.status === 'paused';
  return (
    <Box>
      <ProgressBar
        label={t(`progress.${one.status}`)}
        done={one.processed}
        total={estimatedRows(one)}
        perSecond={one.status === 'running' && one.perSecond > 0 ? one.perSecond : undefined}
        unit={t('progress.unit')}
        tone={isPaused ? 'warning' : 'accent'}
      />
      <Box color="ink.2" textStyle="small" mt="2">
        {isPaused ? t('progress.pausedBy', { reason }) : t('progress.leave')}
        {isPaused && one.nextTryAt !== null
          ? ` ${t('progress.nextTry', { time: format.dateTime(one.nextTryAt) })}`
          : null}
      </Box>
    </Box>
  );
}

/** The outcome in one sentence, and the next action. */
function ImportOutcome({ one, companyId }: { one: Import; companyId: number }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const reason = useStatusReason(one);
  const tone = importTone(one);
  const icon = tone === 'success' ? CircleCheck : tone === 'warning' ? TriangleAlert : CircleX;
  const values = {
    count: one.accepted,
    n: format.number(one.accepted),
    rejected: format.number(one.rejected),
    reason,
  };
  const isMixed = one.status === 'done' && one.rejected > 0;
  return (
    <Flex role="status" align="center" gap="3" p="3" borderRadius="control" bg={`${tone}.soft`} wrap="wrap">
      <Box color={tone} display="inline-flex">
        <Icon as={icon} size={20} />
      </Box>
      <Box flex="1" minWidth="40">
        <Box textStyle="strong">{t(`outcome.${isMixed ? 'mixed' : one.status}`, values)}</Box>
        <Box color="ink.2">{t(`outcome.${isMixed ? 'mixed' : one.status}Next`, values)}</Box>
      </Box>
      {one.accepted > 0 ? (
        <Button asChild variant="primary">
          <Link to={`/individuals?company=${companyId}`}>{t('outcome.look')}</Link>
        </Button>
      ) : null}
    </Flex>
  );
}

/** Why an import is held, paused or failed: translated if the console knows the reason, else the server's message. */
function useStatusReason({ statusReason, statusMessage, failedLine }: Import): string {
  const { t, i18n } = useTranslation('imports');
  const format = useFormat();
  const key = `reason.${statusReason}`;
  if (statusReason !== null && i18n.exists(key, { ns: 'imports' }))
    return t(key, { line: failedLine === null ? '?' : format.number(failedLine) });
  return statusMessage ?? statusReason ?? '–';
}

/** Rows read, stored and rejected, and the rate. */
function ImportFigures({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const figures: { key: string; value: string; isBad?: boolean }[] = [
    { key: 'processed', value: format.number(one.processed) },
    { key: 'accepted', value: format.number(one.accepted) },
    ...(one.knownPeople > 0 ? [{ key: 'known', value: format.number(one.knownPeople) }] : []),
    { key: 'rejected', value: format.number(one.rejected), isBad: one.rejected > 0 },
    { key: 'rate', value: t('figure.perSecond', { n: format.number(Math.round(one.perSecond)) }) },
    { key: 'size', value: byteText(one.bytesTotal, format.decimal) },
    { key: 'started', value: format.dateTime(one.createdAt) },
  ];
  return (
    <Grid
      as="dl"
      templateColumns={{
        base: 'repeat(2, 1fr)',
        md: 'repeat(4, auto)',
        xl: `repeat(${figures.length}, auto)`,
      }}
      gap="4"
    >
      {figures.map((figure) => (
        <Box key={figure.key} minWidth="0">
          <Box as="dt" color="ink.2" textStyle="small">
            {t(`figure.${figure.key}`)}
          </Box>
          <Box as="dd" textStyle="card" color={figure.isBad ? 'error' : 'ink'}>
            {figure.value}
          </Box>
        </Box>
      ))}
    </Grid>
  );
}

/** Stops an import after a confirmation. */
function CancelImport({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const cancel = useCancelImport(one.id);
  const [isAsking, setAsking] = useState(false);
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => notify.success(t('cancelImport.done')),
      onError: (error) => notify.error(t('error'), messageOf(error, t('cancelImport.failed')), { error }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        {t('cancelImport.open')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('cancelImport.title')}
        description={t('cancelImport.text', { n: format.number(one.accepted) })}
        confirmLabel={t('cancelImport.open')}
        isDanger
        pending={cancel.isPending}
      />
    </>
  );
}

/** Retries a paused import at once instead of at its scheduled time. */
function RetryImport({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const retry = useRetryImport(one.id);
  const start = () =>
    retry.mutate(undefined, {
      onSuccess: () => notify.success(t('retryImport.done')),
      onError: (error) => notify.error(t('error'), messageOf(error, t('retryImport.failed')), { error }),
    });
  return (
    <Button size="sm" icon={RotateCw} onClick={start} pending={retry.isPending}>
      {t('retryImport.open')}
    </Button>
  );
}

const EVERY_MS = 5000;

/** Refetches the lists that an import changes, every 5 s and at its end, and announces the end. */
function useImportEffects(one: Import | undefined): void {
  const { t } = useTranslation('imports');
  const queryClient = useQueryClient();
  const invalidate = useInvalidateIndividuals();
  const wasRunning = useRef(false);
  const isRunning = one !== undefined && isUnderWay(one);
  const status = one?.status;

  useEffect(() => {
    if (!isRunning) return;
    wasRunning.current = true;
    const timer = setInterval(() => void invalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, invalidate]);

  useEffect(() => {
    if (isRunning || status === undefined) return;
    // A small import may have ended before the first poll.
    void invalidate();
    void queryClient.invalidateQueries({ queryKey: ['/imports'] });
    if (!wasRunning.current) return;
    wasRunning.current = false;
    // The toaster renders synchronously (flushSync), which React forbids in an effect.
    queueMicrotask(() => {
      if (status === 'done') notify.success(t('import.ended'));
      if (status === 'failed') notify.error(t('import.brokeOff'));
    });
  }, [isRunning, status, invalidate, queryClient, t]);
}
