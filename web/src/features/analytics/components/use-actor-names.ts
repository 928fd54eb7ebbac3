import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import type { Reveal } from '../rules/flows.ts';

/** Names of people, API clients and purposes. A client's name is its id. */
export function useActorNames() {
  const { t } = useTranslation('analytics');
  return {
    actor: ({ actorType, actorId, actorName }: Pick<Reveal, 'actorType' | 'actorId' | 'actorName'>) =>
      actorName ?? t(actorType === 'api_client' ? 'actor.client' : 'actor.user', { id: actorId }),
    purpose: (purpose: string) => (purpose === '' ? t('actor.noPurpose') : purposeName(purpose)),
  };
}
