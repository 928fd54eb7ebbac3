/** A record of a person in a company. */
export interface RecordRef {
  readonly companyId: number;
  readonly individualId: number;
}
