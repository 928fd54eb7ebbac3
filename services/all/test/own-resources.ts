/** Resources of company A; another company tries their ids. */
export interface OwnResources {
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly userId: number;
  readonly assignmentId: number;
  readonly individualId: number;
  readonly fieldId: number;
  readonly importId: number;
  /** An import that waits for a mapping of its column Branch. */
  readonly heldImportId: number;
  readonly entryId: number;
  /** A probing alarm caused by a credential of the company. */
  readonly probeId: number;
  readonly auditId: number;
  readonly agreementId: number;
  readonly verificationId: number;
  readonly rotationId: number;
  /** A replaced key version that encrypts nothing. */
  readonly expiredKeyId: number;
  /** Register entries. */
  readonly purposeId: number;
  readonly grievanceId: number;
  readonly incidentId: number;
  readonly recipientId: number;
  readonly reportId: number;
  /** An open access review, a line of it that A may decide, and how many others are open. */
  readonly reviewId: number;
  readonly lineId: number;
  readonly otherOpenLines: number;
  /** Requests of the first administrator that A may decide. */
  readonly approvalId: number;
  readonly refusableId: number;
  /** Looser limits that the first administrator requested. */
  readonly policyChangeId: number;
  readonly webhookId: number;
  readonly deliveryId: number;
  /** Password of the acting administrator. */
  readonly password: string;
  readonly sessionId: string;
  /** A session of `userId`. */
  readonly userSessionId: string;
}
