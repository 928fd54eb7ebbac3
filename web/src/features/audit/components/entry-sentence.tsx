import { Box } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { Link } from 'react-router-dom';
import { useCan } from '../../../session/use-session.ts';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { partsOf, type Slot, sentenceOf } from '../rules/sentence.ts';
import { useWords } from './use-words.ts';

/** 'Ravi Nair revealed pan, name of IND_48213 for kyc': names what happened, never a value. */
export function EntrySentence({ entry }: { entry: AuditTrailEntry }) {
  const words = useWords();
  const { key, slots } = sentenceOf(entry, words);
  const parts = partsOf(words.t(`sentence.${key}`), slots);
  return (
    <Box as="span" color="ink.2" overflowWrap="anywhere">
      {parts.map((part) => (typeof part === 'string' ? part : <SlotText key={part.name} slot={part.slot} />))}
    </Box>
  );
}

function SlotText({ slot }: { slot: Slot }) {
  if (slot.kind === 'person') return <PersonLink slot={slot} />;
  if (slot.kind === 'chip') return <StatusBadge tone="neutral">{slot.text}</StatusBadge>;
  if (slot.kind === 'name')
    return (
      <Box as="span" color="ink">
        {slot.text}
      </Box>
    );
  if (slot.kind === 'mono') return <Mono color="ink">{slot.text}</Mono>;
  return (
    <Box as="strong" color="ink">
      {slot.text}
    </Box>
  );
}

function PersonLink({ slot }: { slot: Extract<Slot, { kind: 'person' }> }) {
  const can = useCan();
  if (!can('pii:read')) return <Mono color="ink">{slot.text}</Mono>;
  const company = slot.companyId === null ? '' : `company=${slot.companyId}&`;
  return (
    <Link
      to={`/individuals?${company}selected=${slot.individualId}`}
      onClick={(event) => event.stopPropagation()}
    >
      <Mono color="accent.text" _hover={{ textDecoration: 'underline' }}>
        {slot.text}
      </Mono>
    </Link>
  );
}
