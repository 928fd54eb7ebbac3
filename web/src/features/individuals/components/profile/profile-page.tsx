import { Box, Flex, Grid } from '@chakra-ui/react';
import { Plus, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../../i18n/use-format.ts';
import { ConsentWarnings } from '../../../../pii/consent-warnings.tsx';
import { ExternalIdsChip, useExternalIds } from '../../../../pii/external-ids.tsx';
import { useRememberPerson } from '../../../../pii/last-person.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import { RefreshButton } from '../../../../ui/refresh-button.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useIndividual } from '../../queries.ts';
import { individualName, lineagePath } from '../../rules/addresses.ts';
import { fieldOrder, inFieldOrder } from '../../rules/field-order.ts';
import { byCompany } from '../../rules/purposes.ts';
import { ConsentPurposes } from '../rights/consent-purposes.tsx';
import { NomineeCard } from '../rights/nominee-card.tsx';
import { RevealHistory } from '../rights/reveal-history.tsx';
import { CompanyFields } from './company-fields.tsx';
import { ConsentHistory } from './consent-history.tsx';
import { PersonDuplicates } from './person-duplicates.tsx';
import { ProfileFigures } from './profile-figures.tsx';
import { ProfileError, ProfileSkeleton } from './profile-states.tsx';

const all = new Set(fieldOrder);

/** The full profile: every field of every company. */
export function ProfilePage({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation(['individuals', 'pii']);
  const mayWrite = useCan()('pii:write', companyId);
  const format = useFormat();
  const { params } = useUrlState();
  const { data: person, error, refetch } = useIndividual(id);
  useRememberPerson(companyId, person);
  // After an erasure in this company, the profile holds only fields of other companies.
  const isHeld =
    person?.piiFields.length === 0 || person?.piiFields.some((field) => field.companyId === companyId);
  const back = new URLSearchParams(params);
  back.delete('open');
  return (
    <>
      <PageHeader
        title={individualName(id)}
        breadcrumb={[{ label: t('title'), to: `/individuals?${back}` }]}
        actions={error && !person ? <RefreshButton /> : <Actions id={id} companyId={companyId} />}
      />
      {error && !person ? (
        <Card>
          <ProfileError id={id} companyId={companyId} error={error} onRetry={refetch} />
        </Card>
      ) : null}
      {!person && !error ? (
        <Card>
          <ProfileSkeleton />
        </Card>
      ) : null}
      {person ? (
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) {sizes.panel}' }} gap="4">
          <Box display="grid" gap="4" alignContent="start">
            <ConsentWarnings target="person" id={id} />
            {byCompany(inFieldOrder(person.piiFields)).map((group) => (
              <Card key={group.companyId}>
                <CompanyFields individualId={id} group={group} shownTypes={all} isFull />
                <ConsentPurposes id={id} group={group} />
                <ConsentHistory individualId={id} companyId={group.companyId} />
              </Card>
            ))}
            {person.piiFields.length === 0 ? <Card>{t('profile.noFields')}</Card> : null}
          </Box>
          <Box display="grid" gap="4" alignContent="start">
            <Card title={t('profile.about')}>
              <ProfileFigures person={person} />
              <Box mt="4">
                <KeyValue
                  items={[
                    { label: t('masterKey'), value: <Mono>{person.masterKey}</Mono> },
                    ...(mayWrite
                      ? [
                          {
                            label: t('pii:externalId.name'),
                            value: <OwnExternalId id={id} companyId={companyId} />,
                          },
                        ]
                      : []),
                    { label: t('created'), value: format.dateTime(person.createdAt) },
                    { label: t('column.updated'), value: <RelativeTime at={person.updatedAt} /> },
                  ]}
                />
              </Box>
            </Card>
            <PersonDuplicates id={id} companyId={companyId} />
            {isHeld ? <NomineeCard key={companyId} id={id} companyId={companyId} /> : null}
            <RevealHistory id={id} companyId={companyId} />
          </Box>
        </Grid>
      ) : null}
    </>
  );
}

/** The external id, or the question for the purpose of reading it. */
function OwnExternalId({ id, companyId }: { id: number; companyId: number }) {
  const externalId = useExternalIds(companyId, [id])(id);
  return (
    <Flex gap="2" align="center" wrap="wrap">
      {externalId === undefined ? null : <Mono>{externalId}</Mono>}
      <ExternalIdsChip companyId={companyId} />
    </Flex>
  );
}

function Actions({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const can = useCan();
  return (
    <>
      <RefreshButton />
      {can('lineage:read') ? (
        <Button asChild>
          <Link to={lineagePath(companyId, id)}>
            <Icon as={Waypoints} />
            {t('action.lineage')}
          </Link>
        </Button>
      ) : null}
      {can('pii:write') ? (
        <Button asChild variant="primary">
          <Link to={`/individuals/new?company=${companyId}&person=${id}`}>
            <Icon as={Plus} />
            {t('action.addFields')}
          </Link>
        </Button>
      ) : null}
    </>
  );
}
