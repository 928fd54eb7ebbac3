import { useTranslation } from 'react-i18next';
import { clientName, shortId } from '../../../i18n/client-name.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import type { Reveal } from '../analytics.ts';

type Actor = Pick<Reveal, 'actorType' | 'actorId' | 'actorName'>;

/**
 * Names of users, API clients and purposes. A client has its owner's name. A client without a name was revoked; its id
 * is added only if there are several.
 * @param actors all actors that are shown together
 */
export function useActorNames(actors: readonly Actor[]) {
  const { t } = useTranslation('analytics');
  const revoked = new Set(actors.filter(isRevoked).map(({ actorId }) => actorId));
  const actor = (one: Actor): string => {
    const { actorType, actorId, actorName } = one;
    if (isRevoked(one))
      return revoked.size > 1 ? t('actor.revokedOf', { id: shortId(actorId) }) : t('actor.revoked');
    return actorType === 'api_client'
      ? clientName(actorName, actorId)
      : (actorName ?? t('actor.user', { id: actorId }));
  };
  return {
    actor,
    purpose: (purpose: string) => (purpose === '' ? t('actor.noPurpose') : purposeName(purpose)),
  };
}

const isRevoked = ({ actorType, actorName }: Actor): boolean =>
  actorType === 'api_client' && actorName === null;
