import { useTranslation } from 'react-i18next';
import { clientName } from '../../../i18n/client-name.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import type { Reveal } from '../rules/flows.ts';

/** Names of people, API clients and purposes. A client has its owner's name. */
export function useActorNames() {
  const { t } = useTranslation('analytics');
  return {
    actor: ({ actorType, actorId, actorName }: Pick<Reveal, 'actorType' | 'actorId' | 'actorName'>) =>
      actorType === 'api_client'
        ? clientName(actorName, actorId)
        : (actorName ?? t('actor.user', { id: actorId })),
    purpose: (purpose: string) => (purpose === '' ? t('actor.noPurpose') : purposeName(purpose)),
  };
}
