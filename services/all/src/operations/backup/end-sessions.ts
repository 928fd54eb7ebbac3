/**
 * Ends all sessions of a restored database, because it does not know which were ended since the backup. Returns one
 * row: the number of sessions.
 */
export const END_SESSIONS =
  'WITH ended AS (DELETE FROM identity.user_sessions RETURNING id) SELECT count(*) AS ended FROM ended';
