/** Topics of the events that this service publishes. */
export const tenancyTopics = [
  'tenancy.company_created',
  'tenancy.company_updated',
  'tenancy.company_status_changed',
  'tenancy.company_deleted',
  'tenancy.link_agreement_accepted',
  'tenancy.link_agreement_ended',
  'tenancy.access_rule_added',
  'tenancy.access_rule_removed',
] as const;
