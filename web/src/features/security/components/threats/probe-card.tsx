import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useLiftProbe } from '../../queries.ts';
import { isStopping, type MatchingProbe } from '../../rules/threats.ts';
import { useThreatWords } from './use-threat-words.ts';

const TONES = { stopped: 'error', open: 'warning', lifted: 'neutral', seen: 'neutral' } as const;

/** A probe: matching used to learn about another company's people. Shows whether the credential is stopped. */
export function ProbeCard({ probe }: { probe: MatchingProbe }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const words = useThreatWords();
  const isOpen = probe.liftedAt === null;
  const state = isOpen ? (isStopping(probe) ? 'stopped' : 'open') : isStopping(probe) ? 'lifted' : 'seen';
  return (
    <Card
      title={words.kind(probe.kind)}
      badge={<StatusBadge tone={TONES[state]}>{t(`probe.${state}`)}</StatusBadge>}
      actions={isOpen ? <LiftAction probe={probe} /> : null}
    >
      <Box mb="3" color="ink.2" maxWidth="prose">
        {isStopping(probe) ? words.meaning(probe.kind) : t('probe.meaning')}
      </Box>
      <KeyValue
        layout="columns"
        items={[
          { label: t('probe.by'), value: probe.companyName },
          { label: t('probe.about'), value: probe.otherCompanyName },
          {
            label: t('probe.credential'),
            // The other company is informed of the probe, but not of its author.
            value: probe.credential === null ? t('probe.notYours') : <Mono>{probe.credential}</Mono>,
          },
          {
            label: t(`probe.reason.${probe.reason}`),
            value: t('probe.of', { n: format.number(probe.events), budget: format.number(probe.budget) }),
          },
          { label: t('fact.firstSeenAt'), value: format.dateTime(probe.firstSeenAt) },
          { label: t('fact.lastSeenAt'), value: format.dateTime(probe.lastSeenAt) },
        ]}
      />
    </Card>
  );
}

function LiftAction({ probe }: { probe: MatchingProbe }) {
  const { t } = useTranslation('security');
  const can = useCan();
  const [isAsked, setAsked] = useState(false);
  const lift = useLiftProbe();
  if (probe.credential === null || !can('company:manage', probe.companyId)) return null;
  const kind = isStopping(probe) ? 'stop' : 'alarm';

  function end(): void {
    lift.mutate(probe.id, {
      onSuccess: () => notify.success(t(`probe.${kind}.done`)),
      onError: (error) => notify.error(t('error'), messageOf(error, t(`probe.${kind}.failed`)), { error }),
      onSettled: () => setAsked(false),
    });
  }

  return (
    <>
      <Button size="sm" onClick={() => setAsked(true)}>
        {t(`probe.${kind}.lift`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t(`probe.${kind}.question`)}
        description={t(`probe.${kind}.text`)}
        confirmLabel={t(`probe.${kind}.lift`)}
        pending={lift.isPending}
        onConfirm={end}
      />
    </>
  );
}
