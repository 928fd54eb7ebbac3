import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { toHex } from '../../../signed-note/bytes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { Proved } from '../proof/verify-trail.ts';

interface ProofDialogProps {
  isOpen: boolean;
  onClose: () => void;
  proved: Proved;
}

/** Root, size and key of what was proved, to be compared with what an auditor keeps elsewhere. */
export function ProofDialog({ isOpen, onClose, proved }: ProofDialogProps) {
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
