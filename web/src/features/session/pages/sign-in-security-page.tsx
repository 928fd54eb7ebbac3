import { Box, Flex } from '@chakra-ui/react';
import type { SecondFactor } from '@pii-vault/contract/auth/factors-schema';
import { Fingerprint, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { lateDialog } from '../../../routing/late-part.tsx';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { OwnSessions } from '../components/own-sessions.tsx';
import type { OpenedDialog } from '../components/security-dialog.tsx';
import { factorMessage } from '../factor-message.ts';
import { useBeginTotp, useDailyMail, useFactors, useSetDailyMail } from '../queries.ts';

const SecurityDialog = lateDialog(
  async () => (await import('../components/security-dialog.tsx')).SecurityDialog,
);

/** Sign-in security: the user's second factors, recovery codes and sessions. */
export function SignInSecurityPage() {
  const { t } = useTranslation('session');
  const { data, error, refetch, isLoading } = useFactors();
  const begin = useBeginTotp(client);
  const [open, setOpen] = useState<OpenedDialog>();
  const close = () => setOpen(undefined);
  const added = (codes: readonly string[]) => {
    notify.success(t('factors.done'));
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : undefined);
  };
  const addTotp = () =>
    begin.mutate(undefined, {
      onSuccess: (setup) => setOpen({ kind: 'totp', setup }),
      onError: (problem) => notify.error(t('change.error'), factorMessage(problem, t), { error: problem }),
    });
  const add = (
    <>
      <Button size="sm" icon={Fingerprint} onClick={() => setOpen({ kind: 'passkey' })}>
        {t('factors.choosePasskey')}
      </Button>
      <Button size="sm" icon={Smartphone} pending={begin.isPending} onClick={addTotp}>
        {t('factors.chooseTotp')}
      </Button>
    </>
  );
  return (
    <Box maxWidth="prose" display="grid" gap="4">
      <PageHeader title={t('security.title')} subtitle={t('security.subtitle')} />
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      <StaleBanner error={data ? error : null} onRetry={refetch} />
      <Card
        title={t('factors.title')}
        badge={data?.required ? <StatusBadge tone="info">{t('factors.required')}</StatusBadge> : null}
        actions={data && data.factors.length > 0 ? add : null}
      >
        {data ? null : <SkeletonLines count={3} />}
        {data?.factors.length === 0 ? (
          <EmptyState
            icon={ShieldCheck}
            title={t('factors.none')}
            hint={t('factors.noneHint')}
            action={add}
          />
        ) : null}
        <Box as="ul" listStyleType="none">
          {data?.factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRename={() => setOpen({ kind: 'rename', factor })}
              onRemove={() => setOpen({ kind: 'remove', factor })}
            />
          ))}
        </Box>
      </Card>
      {data && data.factors.length > 0 ? (
        <RecoveryCard left={data.recoveryCodesLeft} onRenew={() => setOpen({ kind: 'renew' })} />
      ) : null}
      <Below isReady={!isLoading}>
        <DailyMailCard />
        <OwnSessions />
      </Below>
      {open === undefined ? null : (
        <SecurityDialog
          open={open}
          onClose={close}
          added={added}
          renewed={(codes) => setOpen({ kind: 'codes', codes })}
        />
      )}
    </Box>
  );
}

interface FactorRowProps {
  factor: SecondFactor;
  onRename: () => void;
  onRemove: () => void;
}

const icons = { passkey: Fingerprint, totp: Smartphone } as const;

/** One second factor: name, kind, and when it was added and last used. */
function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { t } = useTranslation('session');
  const format = useFormat();
  const { name, kind, createdAt, lastUsedAt } = factor;
  return (
    <Flex as="li" align="center" gap="3" py="3" borderTopWidth="1px" wrap="wrap">
      <Icon as={icons[kind]} size={20} />
      <Box flex="1" minWidth="44">
        <Box textStyle="strong" overflowWrap="anywhere">
          {name}
        </Box>
        <Box textStyle="small" color="ink.2">
          {t(`factors.kind.${kind}`)} · {t('factors.added', { at: format.dateTime(createdAt) })} ·{' '}
          {t('factors.used')} {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('factors.never')}
        </Box>
      </Box>
      <Flex gap="1">
        <Button size="sm" variant="ghost" aria-label={t('factors.renameOf', { name })} onClick={onRename}>
          {t('factors.rename')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          color="error"
          aria-label={t('factors.removeOf', { name })}
          onClick={onRemove}
        >
          {t('factors.remove')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** Number of unused recovery codes. */
function RecoveryCard({ left, onRenew }: { left: number; onRenew: () => void }) {
  const { t } = useTranslation('session');
  const format = useFormat();
  return (
    <Card
      title={t('codes.title')}
      actions={
        <Button size="sm" onClick={onRenew}>
          {t('codes.renew')}
        </Button>
      }
    >
      <Box color="ink.2">{t('codes.left', { count: left, n: format.number(left) })}</Box>
    </Card>
  );
}

/** The daily mail about what waits; nothing for a user whose roles get none. */
function DailyMailCard() {
  const { t } = useTranslation('session');
  const { data } = useDailyMail();
  const change = useSetDailyMail();
  if (data?.isOffered !== true) return null;
  const set = (isOn: boolean) =>
    change.mutate(isOn, {
      onSuccess: () => notify.success(t('dailyMail.saved')),
      onError: (error) => notify.error(t('change.error'), factorMessage(error, t), { error }),
    });
  return (
    <Card title={t('dailyMail.title')}>
      <Box display="grid" gap="3">
        <Box color="ink.2">{t('dailyMail.text')}</Box>
        <Checkbox
          checked={change.isPending ? change.variables : data.isOn}
          disabled={change.isPending}
          onChange={(event) => set(event.currentTarget.checked)}
        >
          {t('dailyMail.on')}
        </Checkbox>
      </Box>
    </Card>
  );
}
