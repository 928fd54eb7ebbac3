/** Topics of the events that this service publishes. */
export const auditTopics = ['audit.notice_raised'] as const;
