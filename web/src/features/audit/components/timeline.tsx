import { Box, Flex } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { byDay, type Day } from '../rules/days.ts';
import { EntryRow } from './entry-row.tsx';

interface TimelineProps {
  entries: readonly AuditTrailEntry[];
  included: ReadonlySet<number>;
  /** Leaf index of the entry whose proof is invalid. */
  faultyIndex: number | undefined;
  showsCompany: boolean;
}

/** Entries by day, newest first. Each can be opened separately. */
export function Timeline({ entries, included, faultyIndex, showsCompany }: TimelineProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const zone = useCompanyZone();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  const dayText = ({ name, day }: Day<AuditTrailEntry>) =>
    name === 'date' ? format.fullDay(day) : t(`day.${name}`);
  return (
    <Box>
      {byDay(entries, Date.now(), zone).map((day) => (
        <Box as="section" key={day.day} aria-label={dayText(day)}>
          <Box as="h2" bg="sunken" color="ink.2" textStyle="label" px="4" py="2" borderTopWidth="1px">
            {dayText(day)}
          </Box>
          <Box as="ol" listStyleType="none">
            {day.rows.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                isOpen={open.has(entry.id)}
                onToggle={() => toggle(entry.id)}
                isIncluded={included.has(entry.id)}
                isFaulty={entry.leafIndex === faultyIndex}
                showsCompany={showsCompany}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Placeholder with the layout of the timeline. */
export function TimelineSkeleton() {
  return (
    <Box aria-hidden="true">
      <Box bg="sunken" px="4" py="2" borderTopWidth="1px">
        <Skeleton height="4" width="16" />
      </Box>
      {rows.map((row, at) => (
        <Flex key={row} px="4" minHeight="row" align="center" gap="3" borderTopWidth="1px">
          <Skeleton height="4" width="4" />
          <Skeleton height="4" width={at % 3 === 1 ? '80' : '64'} />
          <Skeleton height="4" width="16" ms="auto" />
        </Flex>
      ))}
    </Box>
  );
}
