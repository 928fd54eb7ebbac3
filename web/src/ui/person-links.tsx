import { Fragment } from 'react';
import { Link } from 'react-router-dom';

/** Ids of people of one company, each a link to the person's page. */
export function PersonLinks({ companyId, ids }: { companyId: number; ids: readonly number[] }) {
  return ids.map((id, at) => (
    <Fragment key={id}>
      {at === 0 ? null : ', '}
      <Link to={`/individuals?company=${companyId}&selected=${id}`}>{`IND_${id}`}</Link>
    </Fragment>
  ));
}
