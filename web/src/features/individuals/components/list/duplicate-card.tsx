import { Box, Flex, Grid } from '@chakra-ui/react';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyName } from '../../../../company/use-companies.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { ExternalId, ExternalIdsChip, useExternalIds } from '../../../../pii/external-ids.tsx';
import { bandTone, gradeTone } from '../../../../ui/band.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { MissingPart } from '../../../../ui/missing-part.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { type Duplicates, useDuplicates } from '../../queries.ts';
import { evidencePath, individualName, profilePath } from '../../rules/addresses.ts';

/** Number of rows before 'Show all'. */
const SHORT = 5;

/** 'Duplicate Detection': shown if there are duplicates, or if loading them failed. */
export function DuplicateCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const { data, error, refetch } = useDuplicates({ companyId });
  if (error && !data) {
    return (
      <Card>
        <MissingPart title={t('duplicates.title')} error={error} onRetry={refetch} />
      </Card>
    );
  }
  if (!data || data.counts.withinCompany + data.counts.crossCompany === 0) return null;
  return (
    <Card title={t('duplicates.title')} actions={<ExternalIdsChip companyId={companyId} />}>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }} gap="5">
        <DuplicateList
          title={t('duplicates.within')}
          none={t('duplicates.noneWithin')}
          total={data.counts.withinCompany}
          groups={data.withinCompany}
          companyId={companyId}
        />
        <DuplicateList
          title={t('duplicates.cross')}
          none={t('duplicates.noneCross')}
          total={data.counts.crossCompany}
          groups={data.crossCompany}
          companyId={companyId}
        />
      </Grid>
    </Card>
  );
}

interface DuplicateListProps {
  title: string;
  none: string;
  total: number;
  groups: readonly Group[];
  companyId: number;
}

function DuplicateList({ title, none, total, groups, companyId }: DuplicateListProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const [isLong, setLong] = useState(false);
  const more = total > groups.length ? 'duplicates.moreOf' : 'duplicates.more';
  const shown = isLong ? groups : groups.slice(0, SHORT);
  const own = shown.flatMap((group) =>
    group.individualIds.filter((_, at) => companyAt(group, at, companyId) === companyId),
  );
  const externalId = useExternalIds(companyId, own);
  return (
    <Box minWidth="0">
      <Box as="h3" textStyle="label" color="ink.2" display="flex" alignItems="center" gap="2" mb="1">
        {title}
        <StatusBadge tone="neutral">{format.number(total)}</StatusBadge>
      </Box>
      {total === 0 ? <Box color="ink.2">{none}</Box> : null}
      {total > 0 && groups.length === 0 ? (
        <Box color="ink.2">
          {t('duplicates.unlisted', { n: format.number(total) })}{' '}
          <Button asChild variant="link">
            <Link to={`/data-lineage?company=${companyId}`}>{t('duplicates.seeLineage')}</Link>
          </Button>
        </Box>
      ) : null}
      <Box as="ul" listStyleType="none">
        {shown.map((group) => (
          <DuplicateRow
            key={group.individualIds.join('-')}
            group={group}
            companyId={companyId}
            externalId={externalId}
          />
        ))}
      </Box>
      {groups.length > SHORT ? (
        <Button variant="link" mt="2" onClick={() => setLong(!isLong)}>
          {t(isLong ? 'duplicates.less' : more, { n: format.number(groups.length) })}
        </Button>
      ) : null}
    </Box>
  );
}

type Group = Duplicates['withinCompany'][number] | Duplicates['crossCompany'][number];

/** Company of the person at this place of a group. */
const companyAt = (group: Group, at: number, companyId: number): number =>
  'companyIds' in group ? (group.companyIds[at] ?? companyId) : companyId;

interface DuplicateRowProps {
  group: Group;
  /** The selected company. */
  companyId: number;
  /** External ids of people in the selected company. */
  externalId: (individualId: number) => string | undefined;
}

/** One group of probable duplicates: people, confidence, shared fields or companies, link to the evidence. */
function DuplicateRow({ group, companyId, externalId }: DuplicateRowProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const companyName = useCompanyName();
  const companyOf = (index: number) => companyAt(group, index, companyId);
  const because =
    'duplicateFields' in group
      ? group.duplicateFields.map((field) => t(`field.${field}`, { defaultValue: field })).join(', ')
      : group.companyIds.map((id) => isolate(companyName(id))).join(' · ');
  const entry = group.entryIds[0];
  return (
    <Flex as="li" align="center" gap="2" py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Box flex="1" minWidth="0">
        <Flex wrap="wrap" gap="1" align="center">
          {group.individualIds.map((id, index) => (
            <Fragment key={`${companyOf(index)}-${id}`}>
              {index > 0 ? (
                <Box as="span" color="ink.3" aria-hidden="true">
                  ↔
                </Box>
              ) : null}
              <span>
                <Link to={profilePath(companyOf(index), id)}>
                  <Mono color="accent.text">{individualName(id)}</Mono>
                </Link>
                {companyOf(index) === companyId ? <ExternalId value={externalId(id)} /> : null}
              </span>
            </Fragment>
          ))}
        </Flex>
        <Box textStyle="small" color="ink.2">
          {because}
        </Box>
      </Box>
      {'grade' in group && group.grade !== null ? (
        <StatusBadge tone={gradeTone(group.grade)}>{t(`duplicates.grade.${group.grade}`)}</StatusBadge>
      ) : null}
      {group.similarity === null ? null : (
        <StatusBadge tone={bandTone(group.similarity)}>{format.decimal(group.similarity, 1)}%</StatusBadge>
      )}
      {entry === undefined ? null : (
        <Button asChild size="sm">
          <Link to={evidencePath(companyId, entry)}>{t('duplicates.evidence')}</Link>
        </Button>
      )}
    </Flex>
  );
}
