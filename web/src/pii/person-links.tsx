import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { ExternalId } from './external-ids.tsx';

interface PersonLinksProps {
  companyId: number;
  ids: readonly number[];
  /** External ids of these people, of useExternalIds. */
  externalId: (individualId: number) => string | undefined;
}

/** Ids of people of one company, each a link to the person's page. */
export function PersonLinks({ companyId, ids, externalId }: PersonLinksProps) {
  return ids.map((id, at) => (
    <Fragment key={id}>
      {at === 0 ? null : ', '}
      <Link to={`/individuals?company=${companyId}&selected=${id}`}>{`IND_${id}`}</Link>
      <ExternalId value={externalId(id)} />
    </Fragment>
  ));
}
