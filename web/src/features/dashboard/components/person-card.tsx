import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RingGauge } from '../../../ui/ring-gauge.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useLatestIndividual } from '../queries.ts';
import { Loaded } from './loaded.tsx';

type Person = NonNullable<ReturnType<typeof useLatestIndividual>['data']>;

/** Maximum number of companies in the summary. */
const COMPANIES = 3;

/** Summary of the most recently changed person of the selected company. */
export function PersonCard({ company }: { company: Company }) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const latest = useLatestIndividual(company.id, can('pii:read', company.id));
  const person = latest.data;
  return (
    <Card
      title={t('person.title')}
      actions={
        person ? (
          <Button asChild variant="ghost" size="sm">
            <Link to={`/individuals?company=${company.id}&selected=${person.id}`}>{t('open')}</Link>
          </Button>
        ) : null
      }
    >
      <Loaded query={latest} skeleton={<SkeletonLines count={7} />}>
        {(one) => (one ? <Summary person={one} company={company} /> : <Nobody company={company} />)}
      </Loaded>
    </Card>
  );
}

function Summary({ person, company }: { person: Person; company: Company }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const companies = person.crossCompanyData.companies;
  const fieldsOf = (id: number) => person.piiFields.filter((field) => field.companyId === id).length;
  const rest = companies.length - COMPANIES;
  return (
    <>
      <Box as="h3" textStyle="strong" fontFamily="mono">
        {`IND_${person.id}`}
      </Box>
      <Box color="ink.2">
        {t('person.latest', { company: company.name })} <RelativeTime at={person.updatedAt} />
      </Box>
      <Flex justify="space-around" my="4">
        <RingGauge label={t('person.completeness')} value={person.completenessPercentage} tone="accent" />
        <RingGauge label={t('person.quality')} value={person.dataQualityScore} />
      </Flex>
      <Box as="ul" listStyleType="none">
        {companies.slice(0, COMPANIES).map((one) => (
          <Flex as="li" key={one.id} align="center" gap="2" py="2" borderTopWidth="1px">
            <Box minWidth="0" overflow="hidden" textOverflow="ellipsis" textStyle="strong">
              {one.name}
            </Box>
            <StatusBadge tone="neutral">{t(`tier.${one.tier}`, { defaultValue: one.tier })}</StatusBadge>
            <Box ms="auto" color="ink.2" whiteSpace="nowrap">
              {fieldsOf(one.id) === 0
                ? // The company is reached by a link: its fields are those of another record.
                  t('person.linked')
                : t('person.fields', { count: fieldsOf(one.id), n: format.number(fieldsOf(one.id)) })}
            </Box>
          </Flex>
        ))}
      </Box>
      {rest > 0 ? <Box color="ink.2">{t('person.more', { count: rest, n: format.number(rest) })}</Box> : null}
    </>
  );
}

function Nobody({ company }: { company: Company }) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  return (
    <EmptyState
      icon={UserRound}
      title={t('person.none', { company: company.name })}
      action={
        can('pii:write', company.id) ? (
          <Button asChild>
            <Link to={`/imports?company=${company.id}&new=1`}>{t('person.import')}</Link>
          </Button>
        ) : undefined
      }
    />
  );
}
