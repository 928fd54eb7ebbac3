/** What company A has, by the ids that a stranger might try. */
export interface Belongings {
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly userId: number;
  readonly assignmentId: number;
  readonly individualId: number;
  readonly fieldId: number;
  readonly importId: number;
  /** Waits for a mapping of its column Branch. */
  readonly heldImportId: number;
  readonly entryId: number;
  /** An alarm of probing by a credential of the company. */
  readonly probeId: number;
  readonly auditId: number;
  readonly agreementId: number;
  readonly verificationId: number;
  readonly rotationId: number;
  /** Of a replaced version that nothing is under. */
  readonly expiredKeyId: number;
  /** Entries of the registers. */
  readonly purposeId: number;
  readonly grievanceId: number;
  readonly incidentId: number;
  readonly recipientId: number;
  readonly reportId: number;
  /** Requests of the first administrator that A may decide. */
  readonly approvalId: number;
  readonly refusableId: number;
  /** Looser limits that the first administrator requested. */
  readonly policyChangeId: number;
  readonly webhookId: number;
  readonly deliveryId: number;
  /** Of the administrator that asks, and another session of it. */
  readonly password: string;
  readonly sessionId: string;
  /** A session of `userId`. */
  readonly userSessionId: string;
}
