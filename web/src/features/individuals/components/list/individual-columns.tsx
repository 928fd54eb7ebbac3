import { Flex } from '@chakra-ui/react';
import type { Individual, includable } from '@pii-vault/contract/individuals/individuals-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useCan } from '../../../../session/use-session.ts';
import { bandTone } from '../../../../ui/band.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { Meter } from '../../../../ui/progress-bar.tsx';
import { MutedTime } from '../../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { individualName } from '../../rules/addresses.ts';

/**
 * Columns of 'Individual Records'. The ids of sortable columns are values of `sort=`, those of optional ones of
 * `include=`.
 */
export function useIndividualColumns(companyId: number): readonly Column<Individual>[] {
  const { t } = useTranslation(['individuals', 'pii']);
  const format = useFormat();
  const can = useCan();
  const mayWrite = can('pii:write', companyId);
  return useMemo(
    () => [
      {
        id: 'id',
        header: t('column.id'),
        isFixed: true,
        isSortable: true,
        list: 'title',
        value: (person) => individualName(person.id),
        cell: (person) => <Mono>{individualName(person.id)}</Mono>,
      },
      { ...optional('phone', t('column.phone')), cell: (one) => <Mark text={one.marks?.phone} /> },
      ...(mayWrite
        ? [
            {
              ...optional('externalIds', t('pii:externalId.name')),
              cell: (one: Individual) => <Mark text={ownExternalId(one)} />,
            },
          ]
        : []),
      {
        ...optional('source', t('column.source')),
        cell: (one) =>
          one.marks?.source === undefined ? <Muted>–</Muted> : t(`pii:channel.${one.marks.source}`),
      },
      {
        id: 'companies',
        header: t('column.companies'),
        value: (person) => person.linkedCompaniesCount,
        cell: (person) => <CompaniesLinked person={person} />,
      },
      {
        id: 'quality',
        header: t('column.quality'),
        isSortable: true,
        list: 'end',
        value: (person) => person.dataQualityScore,
        cell: (person) => (
          <StatusBadge tone={bandTone(person.dataQualityScore)}>
            {format.number(person.dataQualityScore)}
          </StatusBadge>
        ),
        listCell: (person) => (
          <StatusBadge tone={bandTone(person.dataQualityScore)}>
            {t('qualityIs', { n: format.number(person.dataQualityScore) })}
          </StatusBadge>
        ),
      },
      {
        id: 'completeness',
        header: t('column.completeness'),
        value: (person) => person.completenessPercentage,
        cell: (person) => (
          <Flex as="span" align="center" gap="2">
            <Meter
              label={t('completenessOf', { id: individualName(person.id) })}
              percent={person.completenessPercentage}
              tone="accent"
            />
            {format.percent(person.completenessPercentage)}
          </Flex>
        ),
        listCell: (person) => t('completeIs', { n: format.percent(person.completenessPercentage) }),
      },
      {
        id: 'updatedAt',
        header: t('column.updated'),
        isSortable: true,
        value: (person) => person.updatedAt,
        cell: (person) => <MutedTime at={person.updatedAt} />,
      },
    ],
    [t, format, mayWrite],
  );
}

const optional = (id: (typeof includable)[number], header: string) => ({ id, header, isOptional: true });

const ownExternalId = ({ companyId, externalIds }: Individual) =>
  externalIds?.find((one) => one.companyId === companyId)?.externalId;

const Mark = ({ text }: { text: string | undefined }) =>
  text === undefined ? <Muted>–</Muted> : <Mono>{text}</Mono>;

function CompaniesLinked({ person }: { person: Individual }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const count = person.linkedCompaniesCount;
  const text = t('companies', { count, n: format.number(count) });
  const names = person.crossCompanyData.companies.map((company) => isolate(company.name)).join(', ');
  return (
    <span title={names}>
      {count > 1 ? <StatusBadge tone="accent">{text}</StatusBadge> : <Muted>{text}</Muted>}
    </span>
  );
}
