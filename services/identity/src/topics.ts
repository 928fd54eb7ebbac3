/** Topics of the events that this service publishes. */
export const identityTopics = [
  'identity.user_created',
  'identity.user_updated',
  'identity.user_deleted',
  'identity.session_started',
  'identity.session_ended',
  'identity.login_attempted',
  'identity.company_role_assigned',
  'identity.company_role_removed',
] as const;
