/** Requests all entries that the caller may see. */
export const everyEntry = {
  companyId: undefined,
  relationshipType: '',
  verificationStatus: '',
  confidence: '',
  search: '',
  limit: 0,
  individualId: undefined,
  forExport: false,
};
