import { Box } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useFormat } from '../../../i18n/use-format.ts';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { detailItems } from '../rules/details.ts';
import { useWords } from './use-words.ts';

interface EntryDetailsProps {
  entry: AuditTrailEntry;
  /** Its proof was checked in this browser. */
  isIncluded: boolean;
}

/** Everything an entry says, name above value. */
export function EntryDetails({ entry, isIncluded }: EntryDetailsProps) {
  const words = useWords();
  const format = useFormat();
  const items = detailItems(entry, isIncluded, { ...words, dateTime: format.dateTime });
  return (
    <Box bg="sunken" px="4" py="3" ps={{ base: '4', md: '10' }} borderTopWidth="1px">
      <KeyValue
        layout="columns"
        items={items.map(({ label, value }) => ({ label, value: <Mono>{value}</Mono> }))}
      />
    </Box>
  );
}
