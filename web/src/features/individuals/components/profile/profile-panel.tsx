import { Box, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConsentWarnings } from '../../../../pii/consent-warnings.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useIsNarrow } from '../../../../ui/use-media.ts';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useIndividual } from '../../queries.ts';
import { inFieldOrder, summaryTypes } from '../../rules/field-order.ts';
import { byCompany } from '../../rules/purposes.ts';
import { CompanyFields } from './company-fields.tsx';
import { LastReveal } from './last-reveal.tsx';
import { PersonDuplicates } from './person-duplicates.tsx';
import { ProfileError } from './profile-error.tsx';
import { ProfileFigures } from './profile-figures.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';

/** The selected person in a panel next to the list: at most four field types, the rest behind Open. */
export function ProfilePanel({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const url = useUrlState();
  const isNarrow = useIsNarrow();
  const { data: person, error, refetch } = useIndividual(id);
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
