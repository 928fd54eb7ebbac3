import { Box } from '@chakra-ui/react';
import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import {
  blockableAddress,
  factsOf,
  isAtSignIn,
  isLoopback,
  type ThreatPattern,
} from '../../rules/threats.ts';
import type { AskBlock } from '../blocks/use-blocking.tsx';
import { Evidence } from './evidence.tsx';
import { useThreatWords } from './use-threat-words.ts';

/** One pattern, of any kind: what it is, where it comes from, its figures, its evidence, and Block where that helps. */
export function ThreatCard({ pattern, onBlock }: { pattern: ThreatPattern; onBlock: AskBlock | undefined }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const words = useThreatWords();
  const { kind, source, successful, firstSeenAt, lastSeenAt } = pattern;
  const meaning = words.meaning(kind);
  return (
    <Card
      title={words.kind(kind)}
      badge={
        isAtSignIn(pattern) ? (
          <StatusBadge tone={successful > 0 ? 'error' : 'warning'}>
            {t(successful > 0 ? 'threats.signedIn' : 'threats.noSignIn')}
          </StatusBadge>
        ) : null
      }
      actions={<BlockAction pattern={pattern} onBlock={onBlock} />}
    >
      <Box mb="3">
        <Mono overflowWrap="anywhere">{words.source(source)}</Mono>
        {meaning ? (
          <Box color="ink.2" maxWidth="prose">
            {meaning}
          </Box>
        ) : null}
      </Box>
      <KeyValue
        layout="columns"
        items={[
          { label: t('fact.firstSeenAt'), value: format.dateTime(firstSeenAt) },
          { label: t('fact.lastSeenAt'), value: format.dateTime(lastSeenAt) },
          ...factsOf(pattern).map(({ name, value }) => ({
            label: words.fact(name),
            value: typeof value === 'number' ? format.number(value) : value,
          })),
        ]}
      />
      <Evidence evidence={pattern.evidence} id={`${kind}-${source.value}`} />
    </Card>
  );
}

function BlockAction({ pattern, onBlock }: { pattern: ThreatPattern; onBlock: AskBlock | undefined }) {
  const { t } = useTranslation('security');
  const words = useThreatWords();
  const address = blockableAddress(pattern);
  if (address === undefined) return null;
  const why = onBlock ? (isLoopback(address) ? 'block.loopback' : undefined) : 'block.superAdmin';
  if (why || !onBlock)
    return (
      <Box textStyle="small" color="ink.2">
        {t(why ?? 'block.superAdmin')}
      </Box>
    );
  return (
    <Button variant="danger" size="sm" icon={Ban} onClick={() => onBlock(address, words.kind(pattern.kind))}>
      {t('block.action')}
    </Button>
  );
}
