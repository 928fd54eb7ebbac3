import { Box, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { MissingPart } from '../../../../ui/missing-part.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { type Duplicates, useDuplicates } from '../../queries.ts';
import { DuplicateRow } from './duplicate-row.tsx';

/** How many of a list stand there before 'Show all'. */
const SHORT = 5;

/** 'Duplicate Detection': only where duplicates exist, or it is not known. */
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
    <Card title={t('duplicates.title')}>
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
  groups: Duplicates['withinCompany'] | Duplicates['crossCompany'];
  companyId: number;
}

function DuplicateList({ title, none, total, groups, companyId }: DuplicateListProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const [isLong, setLong] = useState(false);
  const more = total > groups.length ? 'duplicates.moreOf' : 'duplicates.more';
  const shown = isLong ? groups : groups.slice(0, SHORT);
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
          <DuplicateRow key={group.individualIds.join('-')} group={group} companyId={companyId} />
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
