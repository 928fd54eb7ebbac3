import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldName } from '../../../i18n/field-name.ts';
import { ExternalId } from '../../../pii/external-ids.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { Mono } from '../../../ui/mono.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { individualName, otherName, statusTone, typeTone } from '../rules/relationship-look.ts';
import { ScoreBadge } from './score-badge.tsx';

type Translate = ReturnType<typeof useTranslation<'lineage'>>['t'];

/** The external id of a person in a company, where it is known. */
export type ExternalIdIn = (companyId: number, individualId: number) => string | undefined;

/** Columns of a relationship. The other company's side shows only what the user may read. */
export function useRelationshipColumns(externalId: ExternalIdIn): readonly Column<LineageEntry>[] {
  const { t } = useTranslation('lineage');
  return useMemo(() => [...sideColumns(t, externalId), ...evidenceColumns(t)], [t, externalId]);
}

function sideColumns(t: Translate, externalId: ExternalIdIn): readonly Column<LineageEntry>[] {
  const name = (entry: LineageEntry, side: 'source' | 'target') =>
    entry[`${side}CompanyName`] || t('company', { id: entry[`${side}CompanyId`] });
  return [
    {
      id: 'individualId',
      header: t('column.individual'),
      isFixed: true,
      list: 'title',
      value: (entry) => entry.individualId,
      cell: (entry) => (
        <Mono>
          {entry.individualId}
          <ExternalId value={externalId(entry.sourceCompanyId, entry.individualId)} />
          {entry.relatedIndividualId === null ? null : (
            <Muted>
              {` ↔ ${entry.relatedIndividualId}`}
              <ExternalId value={externalId(entry.targetCompanyId, entry.relatedIndividualId)} />
            </Muted>
          )}
        </Mono>
      ),
      listCell: (entry) => (
        <Mono>
          {individualName(entry.individualId)} ↔ {otherName(entry)}
        </Mono>
      ),
    },
    {
      id: 'source',
      header: t('column.source'),
      list: 'none',
      value: (entry) => name(entry, 'source'),
      cell: (entry) => name(entry, 'source'),
    },
    {
      id: 'target',
      header: t('column.target'),
      list: 'note',
      value: (entry) => name(entry, 'target'),
      cell: (entry) => name(entry, 'target'),
    },
  ];
}

function evidenceColumns(t: Translate): readonly Column<LineageEntry>[] {
  const fields = (entry: LineageEntry) =>
    entry.matchingFields.fields.length === 0
      ? t('noFields')
      : entry.matchingFields.fields.map(fieldName).join(' · ');
  return [
    {
      id: 'type',
      header: t('column.type'),
      list: 'note',
      value: (entry) => entry.relationshipType,
      cell: (entry) => (
        <StatusBadge tone={typeTone(entry.relationshipType)}>
          {t(`type.${entry.relationshipType}`)}
        </StatusBadge>
      ),
    },
    {
      id: 'confidence',
      header: t('column.confidence'),
      align: 'end',
      list: 'end',
      value: (entry) => entry.confidenceScore ?? entry.grade,
      cell: (entry) => <ScoreBadge entry={entry} />,
    },
    {
      id: 'fields',
      header: t('column.fields'),
      list: 'none',
      value: fields,
      cell: (entry) => <Muted>{fields(entry)}</Muted>,
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'note',
      value: (entry) => entry.verificationStatus,
      cell: (entry) => (
        <StatusBadge tone={statusTone(entry.verificationStatus)}>
          {t(`status.${entry.verificationStatus}`)}
        </StatusBadge>
      ),
    },
    {
      id: 'created',
      header: t('column.created'),
      list: 'none',
      value: (entry) => entry.createdAt,
      cell: (entry) => <MutedTime at={entry.createdAt} />,
    },
  ];
}
