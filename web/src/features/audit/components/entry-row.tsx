import { Box, Flex, Grid } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyName } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { lookOf, namesCompany } from '../rules/actions.ts';
import { detailItems } from '../rules/details.ts';
import { partsOf, type Slot, sentenceOf } from '../rules/sentence.ts';

export interface EntryRowProps {
  entry: AuditTrailEntry;
  isOpen: boolean;
  onToggle: () => void;
  isIncluded: boolean;
  /** The verification failed at this entry. */
  isFaulty: boolean;
  /** The list contains entries of several companies. */
  showsCompany: boolean;
}

/** One entry of the timeline. A click anywhere on it opens the details; keyboard users have the button at its end. */
export function EntryRow({ entry, isOpen, onToggle, isIncluded, isFaulty, showsCompany }: EntryRowProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const id = useId();
  const { badge, tone, icon } = lookOf(entry);
  return (
    <Box as="li" borderTopWidth="1px" bg={isFaulty ? 'error.soft' : undefined}>
      <Grid
        templateColumns={{
          base: '{sizes.4} minmax(0, 1fr) auto',
          xl: '{sizes.4} minmax(0, 1fr) auto {sizes.28} {sizes.16} {sizes.14} auto',
        }}
        alignItems="center"
        columnGap="2.5"
        px="4"
        py="1.5"
        minHeight="row"
        cursor="pointer"
        _hover={{ bg: 'hover' }}
        onClick={onToggle}
      >
        <Box
          color={tone === 'error' ? 'error' : 'ink.2'}
          alignSelf={{ base: 'start', xl: 'center' }}
          pt={{ base: '0.5', xl: '0' }}
        >
          <Icon as={icon} />
        </Box>
        <Box minWidth="0">
          <EntrySentence entry={entry} />
          {showsCompany && entry.companyName !== null && !namesCompany(entry) ? (
            <Box as="span" ms="2" textStyle="small" color="ink.2">
              {entry.companyName}
            </Box>
          ) : null}
          <Flex hideFrom="xl" gap="2" mt="1" align="center" color="ink.2" wrap="wrap">
            <StatusBadge tone={tone}>{t(`outcome.${badge}`)}</StatusBadge>
            <Mono>{format.time(entry.timestamp)}</Mono>
            <Mono>{t('row.leaf', { index: entry.leafIndex })}</Mono>
          </Flex>
        </Box>
        <Box hideBelow="xl">
          <StatusBadge tone={tone}>{t(`outcome.${badge}`)}</StatusBadge>
        </Box>
        <Mono
          hideBelow="xl"
          color="ink.2"
          overflow="hidden"
          textOverflow="ellipsis"
          title={entry.ipAddress ?? ''}
        >
          {entry.ipAddress ?? '–'}
        </Mono>
        <Mono hideBelow="xl" textAlign="end">
          <time dateTime={entry.timestamp} title={format.dateTime(entry.timestamp)}>
            {format.time(entry.timestamp)}
          </time>
        </Mono>
        <Mono hideBelow="xl" color="ink.2" textAlign="end">
          {t('row.leaf', { index: entry.leafIndex })}
        </Mono>
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={t('row.expand', { index: entry.leafIndex })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Icon as={isOpen ? ChevronDown : ChevronRight} />
        </Button>
      </Grid>
      {isOpen ? (
        <Box id={id}>
          <EntryDetails entry={entry} isIncluded={isIncluded} />
        </Box>
      ) : null}
    </Box>
  );
}

/** For example 'Ravi Nair revealed pan, name of IND_48213 for kyc'. Never contains personal data. */
function EntrySentence({ entry }: { entry: AuditTrailEntry }) {
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

interface EntryDetailsProps {
  entry: AuditTrailEntry;
  /** The browser has verified the entry's inclusion proof. */
  isIncluded: boolean;
}

/** All details of an entry as name and value. */
function EntryDetails({ entry, isIncluded }: EntryDetailsProps) {
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

/** Texts, number format and company names from which sentences are built. */
function useWords() {
  const { t } = useTranslation('audit');
  const { number } = useFormat();
  const companyName = useCompanyName();
  return useMemo(() => ({ t, number, companyName }), [t, number, companyName]);
}
