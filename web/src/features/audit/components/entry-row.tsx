import { Box, Flex, Grid } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { lookOf, namesCompany } from '../rules/actions.ts';
import { EntryDetails } from './entry-details.tsx';
import { EntrySentence } from './entry-sentence.tsx';

export interface EntryRowProps {
  entry: AuditTrailEntry;
  isOpen: boolean;
  onToggle: () => void;
  isIncluded: boolean;
  /** The proof failed at this entry. */
  isFaulty: boolean;
  /** Several companies are listed. */
  showsCompany: boolean;
}

/** One entry of the timeline; a click anywhere opens its details, the button at its end does for the keyboard. */
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
          md: '{sizes.4} minmax(0, 1fr) auto {sizes.28} {sizes.16} {sizes.14} auto',
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
          alignSelf={{ base: 'start', md: 'center' }}
          pt={{ base: '0.5', md: '0' }}
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
          <Flex hideFrom="md" gap="2" mt="1" align="center" color="ink.2" wrap="wrap">
            <StatusBadge tone={tone}>{t(`outcome.${badge}`)}</StatusBadge>
            <Mono>{format.time(entry.timestamp)}</Mono>
            <Mono>{t('row.leaf', { index: entry.leafIndex })}</Mono>
          </Flex>
        </Box>
        <Box hideBelow="md">
          <StatusBadge tone={tone}>{t(`outcome.${badge}`)}</StatusBadge>
        </Box>
        <Mono
          hideBelow="md"
          color="ink.2"
          overflow="hidden"
          textOverflow="ellipsis"
          title={entry.ipAddress ?? ''}
        >
          {entry.ipAddress ?? '–'}
        </Mono>
        <Mono hideBelow="md" textAlign="end">
          <time dateTime={entry.timestamp} title={format.dateTime(entry.timestamp)}>
            {format.time(entry.timestamp)}
          </time>
        </Mono>
        <Mono hideBelow="md" color="ink.2" textAlign="end">
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
