import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useMemo } from 'react';
import type { Column } from '../../../ui/data-table/column.ts';
import { actorOf, plainText, sentenceOf } from '../rules/sentence.ts';
import { useWords } from './use-words.ts';

/** What stands in the CSV of the trail: the sentence and the facts behind it; never a value, the trail has none. */
export function useExportColumns(): readonly Column<AuditTrailEntry>[] {
  const words = useWords();
  return useMemo(() => {
    const { t } = words;
    const sentence = (entry: AuditTrailEntry) => {
      const { key, slots } = sentenceOf(entry, words);
      return plainText(t(`sentence.${key}`), slots);
    };
    const facts: [id: string, value: (entry: AuditTrailEntry) => string | number | null][] = [
      ['leaf', (entry) => entry.leafIndex],
      ['time', (entry) => entry.timestamp],
      ['action', (entry) => entry.action],
      ['sentence', sentence],
      ['actor', (entry) => actorOf(entry, words)],
      ['company', (entry) => entry.companyName],
      ['individual', (entry) => entry.individualId],
      ['fields', (entry) => entry.details.fieldNames?.join(' ') ?? null],
      ['purpose', (entry) => entry.details.purpose ?? null],
      ['decision', (entry) => entry.details.decision ?? null],
      ['reason', (entry) => entry.details.reason ?? null],
      ['ip', (entry) => entry.ipAddress],
      ['device', (entry) => entry.userAgent],
      ['request', (entry) => entry.details.requestId ?? null],
    ];
    return facts.map(([id, value]) => ({ id, header: t(`export.column.${id}`), value, cell: value }));
  }, [words]);
}
