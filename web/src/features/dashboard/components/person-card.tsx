import { Box, Flex } from '@chakra-ui/react';
import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyName } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLastPerson } from '../../../pii/last-person.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RingGauge } from '../../../ui/ring-gauge.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { usePerson } from '../queries.ts';
import { Loaded } from './loaded.tsx';

/** Maximum number of companies in the summary. */
const COMPANIES = 3;

/** The last person that the user may still read, and its row. */
export function useShownPerson(companyId: number | undefined) {
  const can = useCan();
  const last = useLastPerson(companyId);
  const person = last && can('pii:read', last.companyId) ? last : undefined;
  return { person, query: usePerson(person) };
}

/** Summary of the person that the user last looked at or searched for. */
export function PersonCard({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('dashboard');
  const { person, query } = useShownPerson(companyId);
  return (
    <Card
      title={t('person.title')}
      actions={
        person && query.data ? (
          <Button asChild variant="ghost" size="sm">
            <Link to={`/individuals?company=${person.companyId}&selected=${person.id}`}>{t('open')}</Link>
          </Button>
        ) : null
      }
    >
      {person ? (
        <Loaded query={query} skeleton={<SkeletonLines count={7} />}>
          {(row) => (row ? <Summary person={row} /> : <Unselected />)}
        </Loaded>
      ) : (
        <Unselected />
      )}
    </Card>
  );
}

function Summary({ person }: { person: Individual }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const companyName = useCompanyName();
  const companies = person.crossCompanyData.companies;
  const fieldsOf = (id: number) => person.piiFields.filter((field) => field.companyId === id).length;
  const rest = companies.length - COMPANIES;
  return (
    <>
      <Box as="h3" textStyle="strong" fontFamily="mono">
        {`IND_${person.id}`}
      </Box>
      <Box color="ink.2">
        {t('person.changed', { company: companyName(person.companyId) })}{' '}
        <RelativeTime at={person.updatedAt} />
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

function Unselected() {
  const { t } = useTranslation('dashboard');
  return (
    <EmptyState
      icon={UserRound}
      title={t('person.none')}
      hint={t('person.hint')}
      action={
        <Button asChild>
          <Link to="/individuals">{t('person.open')}</Link>
        </Button>
      }
    />
  );
}
