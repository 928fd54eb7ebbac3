import { Box } from '@chakra-ui/react';
import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import {
  blockableAddress,
  factsOf,
  isAtSignIn,
  isAttempt,
  isLoopback,
  type ThreatPattern,
} from '../../rules/threats.ts';
import { useAttemptColumns } from '../attempts/attempt-columns.tsx';
import type { AskBlock } from '../blocks/use-blocking.tsx';
import { useThreatWords } from './use-threat-words.ts';

/** One pattern of attack of any kind: source, figures, evidence, and Block if it has an address. */
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

/** Evidence: login attempts as a table, other facts as name and value. */
function Evidence({ evidence, id }: { evidence: readonly object[]; id: string }) {
  const { t } = useTranslation('security');
  const words = useThreatWords();
  const columns = useAttemptColumns();
  const attempts = evidence.filter(isAttempt);
  const facts = evidence.filter((one) => !isAttempt(one)).flatMap(factsOf);
  if (evidence.length === 0) return null;
  return (
    <Box mt="4">
      <Box as="h3" textStyle="strong" mb="2">
        {t('threats.evidence')}
      </Box>
      {facts.length > 0 ? (
        <KeyValue
          items={facts.map(({ name, value }) => ({ label: words.fact(name), value: String(value) }))}
        />
      ) : null}
      {attempts.length > 0 ? (
        <Box borderWidth="1px" borderRadius="control" overflow="hidden">
          <DataTable
            id={`evidence-${id}`}
            label={t('threats.evidence')}
            columns={columns}
            rows={attempts}
            rowKey={(attempt) => String(attempt.id)}
            hasToolbar={false}
            empty={null}
          />
        </Box>
      ) : null}
    </Box>
  );
}
