import { Box, Flex } from '@chakra-ui/react';
import type { IndividualProfile } from '@pii-vault/contract/individuals/individuals-schema';
import { UserRound, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { purposeName } from '../../../../i18n/field-name.ts';
import { ConsentWarnings } from '../../../../pii/consent-warnings.tsx';
import { ExternalIdOf, ExternalIdsChip } from '../../../../pii/external-ids.tsx';
import { useRememberPerson } from '../../../../pii/last-person.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { MissingPart } from '../../../../ui/missing-part.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { useIsNarrow } from '../../../../ui/use-media.ts';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useIndividual, useReveals } from '../../queries.ts';
import { auditPath, individualName } from '../../rules/addresses.ts';
import { inFieldOrder, summaryTypes } from '../../rules/field-order.ts';
import { byCompany } from '../../rules/purposes.ts';
import { isAllowed, revealerOf } from '../../rules/reveals.ts';
import { CompanyFields } from './company-fields.tsx';
import { PersonDuplicates } from './person-duplicates.tsx';
import { ProfileFigures } from './profile-figures.tsx';
import { ProfileError, ProfileSkeleton } from './profile-states.tsx';

/** The selected person in the panel next to the list: at most four field types; Open shows all. */
export function ProfilePanel({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const url = useUrlState();
  const isNarrow = useIsNarrow();
  const { data: person, error, refetch } = useIndividual(id);
  useRememberPerson(companyId, person);
  if (error && !person) {
    return <ProfileError id={id} companyId={companyId} error={error} onRetry={refetch} />;
  }
  if (!person) return <ProfileSkeleton />;
  const open = () => url.set({ open: '1' }, { push: true });
  const types = summaryTypes(person.piiFields);
  const hidden = new Set(person.piiFields.map((field) => field.fieldType)).size - types.size;
  return (
    <Box display="grid" gap="4">
      <ProfileHead
        person={person}
        companyId={companyId}
        actions={
          <Flex gap="1" me={isNarrow ? '8' : '0'}>
            <Button size="sm" onClick={open}>
              {t('profile.open')}
            </Button>
            {isNarrow ? null : (
              <IconButton
                size="sm"
                icon={X}
                label={t('profile.close')}
                onClick={() => url.set({ selected: null })}
              />
            )}
          </Flex>
        }
      />
      <ExternalIdsChip companyId={companyId} />
      <ConsentWarnings target="person" id={id} />
      <ProfileFigures person={person} />
      {byCompany(inFieldOrder(person.piiFields)).map((group) => (
        <CompanyFields key={group.companyId} individualId={id} group={group} shownTypes={types} />
      ))}
      {person.piiFields.length === 0 ? <Box color="ink.2">{t('profile.noFields')}</Box> : null}
      {hidden > 0 ? (
        <Button variant="link" onClick={open} justifySelf="start">
          {t('profile.more', { count: hidden })}
        </Button>
      ) : null}
      <PersonDuplicates id={id} companyId={companyId} />
      <LastReveal id={id} companyId={companyId} />
    </Box>
  );
}

const short = (masterKey: string) => `${masterKey.slice(0, 4)}…${masterKey.slice(-4)}`;

interface ProfileHeadProps {
  person: IndividualProfile;
  companyId: number;
  /** At the right end. */
  actions: ReactNode;
}

/** The person's id and master key. */
function ProfileHead({ person, companyId, actions }: ProfileHeadProps) {
  const { t } = useTranslation('individuals');
  return (
    <Flex align="center" gap="2.5">
      <Flex
        align="center"
        justify="center"
        boxSize="9"
        flexShrink="0"
        borderRadius="full"
        bg="accent.soft"
        color="accent.text"
      >
        <Icon as={UserRound} />
      </Flex>
      <Box flex="1" minWidth="0">
        <Box as="h2" textStyle="strong" fontFamily="mono">
          {individualName(person.id)}
          <ExternalIdOf companyId={companyId} id={person.id} />
        </Box>
        <Box color="ink.2" title={`${t('masterKey')} ${person.masterKey}`}>
          <Mono>{short(person.masterKey)}</Mono>
        </Box>
      </Box>
      {actions}
    </Flex>
  );
}

/** The last reveal of this person: user and purpose, with a link to all earlier ones. */
function LastReveal({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const { data: reveals, error, refetch } = useReveals(companyId, id);
  if (reveals === undefined)
    return error ? <MissingPart title={t('reveals.title')} error={error} onRetry={refetch} /> : null;
  const data = reveals.rows.find(isAllowed);
  return (
    <Flex align="center" gap="3" color="ink.2" borderTopWidth="1px" pt="3">
      <Box flex="1" minWidth="0" textStyle="small">
        {data === undefined ? (
          t('lastReveal.never')
        ) : (
          <>
            {t('lastReveal.label')} <RelativeTime at={data.timestamp} />{' '}
            {t('lastReveal.by', {
              name: revealerOf(data),
              purpose: data.details.purpose === undefined ? '–' : purposeName(data.details.purpose),
            })}
          </>
        )}
      </Box>
      <Button asChild size="sm" variant="ghost">
        <Link to={auditPath(companyId, id)}>{t('action.history')}</Link>
      </Button>
    </Flex>
  );
}
