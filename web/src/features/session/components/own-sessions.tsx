import { Box } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { SessionList } from '../../../live-sessions/session-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { useEndOwnSession, useEndOwnSessions, useOwnSessions } from '../queries.ts';

/** Sessions of the user: device, address and last use; ends one or all others. */
export function OwnSessions() {
  const { t } = useTranslation('live-sessions');
  const { data, error, refetch } = useOwnSessions();
  const end = useEndOwnSession();
  const [asks, setAsks] = useState(false);
  const others = data?.filter(({ kind, isCurrent }) => kind === 'login' && !isCurrent).map(({ id }) => id);
  const endOthers = (
    <Button size="sm" icon={LogOut} onClick={() => setAsks(true)}>
      {t('own.endOthers')}
    </Button>
  );
  return (
    <Card title={t('own.title')} actions={others && others.length > 0 ? endOthers : null}>
      <Box color="ink.2" mb="3">
        {t('own.hint')} {others?.length === 0 ? t('own.onlyThis') : null}
      </Box>
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      <StaleBanner error={data ? error : null} onRetry={refetch} />
      {data || error ? null : <SkeletonLines count={4} />}
      {data ? <SessionList sessions={data} end={end} endText={(kind) => t(`ownEndText.${kind}`)} /> : null}
      <EndOthers ids={others ?? []} isOpen={asks} onClose={() => setAsks(false)} />
    </Card>
  );
}

interface EndOthersProps {
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

function EndOthers({ ids, isOpen, onClose }: EndOthersProps) {
  const { t } = useTranslation('live-sessions');
  const format = useFormat();
  const end = useEndOwnSessions();
  const submit = () =>
    end.mutate(ids, {
      onSuccess: () => {
        notify.success(t('own.othersEnded'));
        onClose();
      },
      onError: (problem) =>
        notify.error(t('error'), messageOf(problem, t('own.othersFailed')), { error: problem }),
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('own.endOthersTitle')}
      description={t('own.endOthersText', { count: ids.length, n: format.number(ids.length) })}
      confirmLabel={t('own.endOthers')}
      isDanger
      pending={end.isPending}
      onConfirm={submit}
    />
  );
}
