import { Box, Flex, Grid } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { toHex } from '../../../signed-note/bytes.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { Proved } from '../proof/verify-trail.ts';

const short = (hex: string) => `${hex.slice(0, 4)}…${hex.slice(-4)}`;

/**
 * Result of a successful verification: what was verified, against which checkpoint, and which entries are not sealed
 * yet.
 */
export function ProvedVerdict({ proved }: { proved: Proved }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { verification, checkpoint, before, included } = proved;
  const { pending, oldestPendingMs, reason } = verification;
  const time = verification.checkpointAt === null ? '–' : format.time(verification.checkpointAt);
  const past = {
    first: t('verify.first'),
    extended: before.kind === 'extended' ? t('verify.extended', { n: format.number(before.size) }) : '',
    otherLog: before.kind === 'otherLog' ? t('verify.otherLog', { origin: before.origin }) : '',
  }[before.kind];
  return (
    <Grid
      templateColumns={{ base: 'auto minmax(0, 1fr)', md: 'auto minmax(0, 1fr) auto' }}
      columnGap="4"
      rowGap="2"
      alignItems="center"
    >
      <Box color="success" alignSelf="flex-start">
        <Icon as={ShieldCheck} size={24} />
      </Box>
      <Box>
        <Box textStyle="strong">{t('verify.done', { n: format.number(verification.entriesChecked) })}</Box>
        <Box color="ink.2">
          {t('verify.signed', { time })} <Mono color="ink">{checkpoint.keyId}</Mono>; {past}{' '}
          {included.size > 0 ? t('verify.shown', { n: format.number(included.size) }) : ''}
        </Box>
        {pending > 0 ? (
          <Box color="warning">
            {t('verify.pendingEntries', {
              count: pending,
              n: format.number(pending),
              age: format.decimal(oldestPendingMs / 1000, 1),
            })}
          </Box>
        ) : null}
        {reason === null ? null : <Box color="warning">{t('verify.note', { reason })}</Box>}
      </Box>
      <Flex align="center" gap="3" gridColumn={{ base: '2', md: 'auto' }}>
        <Mono color="ink.2" whiteSpace="nowrap">
          {t('verify.root', { root: short(toHex(checkpoint.root)) })}
        </Mono>
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('verify.details')}
        </Button>
      </Flex>
      <ProofDialog isOpen={isOpen} onClose={() => setOpen(false)} proved={proved} />
    </Grid>
  );
}

interface ProofDialogProps {
  isOpen: boolean;
  onClose: () => void;
  proved: Proved;
}

/** Root, size and key of the verified checkpoint, for comparison with an auditor's copy. */
function ProofDialog({ isOpen, onClose, proved }: ProofDialogProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { verification, checkpoint, before, included } = proved;
  const entries = (n: number) => t('proof.entries', { n: format.number(n) });
  const facts: readonly [name: string, value: string][] = [
    ['root', toHex(checkpoint.root)],
    ['size', entries(checkpoint.size)],
    ['key', checkpoint.keyId],
    ['origin', checkpoint.origin],
    ['at', verification.checkpointAt === null ? '–' : format.dateTime(verification.checkpointAt)],
    ['checked', entries(verification.entriesChecked)],
    ['shown', entries(included.size)],
    ['before', before.kind === 'extended' ? entries(before.size) : t('proof.none')],
  ];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={t('verify.detailsTitle')}
      description={t('verify.detailsText')}
    >
      <Box pb="4">
        <KeyValue
          items={facts.map(([name, value]) => ({ label: t(`proof.${name}`), value: <Mono>{value}</Mono> }))}
        />
      </Box>
    </Dialog>
  );
}
