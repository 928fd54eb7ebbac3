import i18next from 'i18next';

/**
 * An API client: its owner's name, else a prefix of its id that distinguishes it. Details or a title show the whole
 * id.
 */
export const clientName = (ownerName: string | null, clientId: string): string =>
  i18next.t('actor.client', { ns: 'app', name: ownerName ?? shortId(clientId) });

/** Prefix of an API client's id that distinguishes it. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 12)}…` : id);
