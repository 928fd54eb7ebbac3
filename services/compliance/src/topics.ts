/** Topics of the events that this service publishes. */
export const complianceTopics = ['compliance.violation_found'] as const;
