/**
 * Signs everybody out of a database that was restored: which sessions had been ended since is not known. One row: how
 * many there were.
 */
export const END_SESSIONS =
  'WITH ended AS (DELETE FROM identity.user_sessions RETURNING id) SELECT count(*) AS ended FROM ended';
