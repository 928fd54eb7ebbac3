import i18next from 'i18next';

/**
 * An API client by its owner's name, else by as much of its id as tells two apart. Where there is room for it, details
 * or a title show the whole id.
 */
export const clientName = (ownerName: string | null, clientId: string): string =>
  i18next.t('actor.client', { ns: 'app', name: ownerName ?? shortId(clientId) });

/** As much of the id of an API client as tells two apart. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 12)}…` : id);
