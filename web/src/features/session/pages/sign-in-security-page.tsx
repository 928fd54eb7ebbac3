import { Box } from '@chakra-ui/react';
import type { SecondFactor } from '@pii-vault/contract/auth/factors-schema';
import { Fingerprint, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { RemoveDialog, RenameDialog } from '../components/factor-dialogs.tsx';
import { FactorRow } from '../components/factor-row.tsx';
import { OwnSessions } from '../components/own-sessions.tsx';
import { PasskeyForm } from '../components/passkey-form.tsx';
import { RecoveryCard, RenewCodes } from '../components/recovery-card.tsx';
import { RecoveryCodes } from '../components/recovery-codes.tsx';
import { TotpForm } from '../components/totp-form.tsx';
import { factorMessage } from '../factor-message.ts';
import { useBeginTotp, useFactors } from '../queries.ts';

type Open =
  | { kind: 'passkey' | 'renew' }
  | { kind: 'totp'; setup: { secret: string; uri: string } }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'rename' | 'remove'; factor: SecondFactor };

/** Sign-in security: the own second factors and recovery codes. */
export function SignInSecurityPage() {
  const { t } = useTranslation('session');
  const { data, error, refetch, isLoading } = useFactors();
  const begin = useBeginTotp(client);
  const [open, setOpen] = useState<Open>();
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
        <OwnSessions />
      </Below>
      <Opened
        open={open}
        close={close}
        added={added}
        renewed={(codes) => setOpen({ kind: 'codes', codes })}
      />
    </Box>
  );
}

interface OpenedProps {
  open: Open | undefined;
  close: () => void;
  added: (codes: readonly string[]) => void;
  renewed: (codes: readonly string[]) => void;
}

function Opened({ open, close, added, renewed }: OpenedProps) {
  const { t } = useTranslation('session');
  if (open === undefined) return null;
  if (open.kind === 'rename') return <RenameDialog factor={open.factor} onClose={close} />;
  if (open.kind === 'remove') return <RemoveDialog factor={open.factor} onClose={close} />;
  const titles = {
    passkey: 'factors.choosePasskey',
    totp: 'factors.chooseTotp',
    renew: 'codes.renewTitle',
    codes: 'codes.title',
  } as const;
  // One dialog for a question and the codes that follow.
  return (
    <Dialog isOpen onClose={close} title={t(titles[open.kind])}>
      <Box pb="4">
        {open.kind === 'passkey' ? <PasskeyForm api={client} onAdded={added} /> : null}
        {open.kind === 'totp' ? <TotpForm api={client} setup={open.setup} onAdded={added} /> : null}
        {open.kind === 'renew' ? <RenewCodes onCodes={renewed} /> : null}
        {open.kind === 'codes' ? <RecoveryCodes codes={open.codes} onDone={close} /> : null}
      </Box>
    </Dialog>
  );
}
