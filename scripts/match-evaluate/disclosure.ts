import { disclosureOf } from '@pii-vault/lineage/cross-pairs/disclosure';

/** Of pairs across companies, whose writers nobody knows here: nothing is counted. */
export const DISCLOSURE = disclosureOf({
  linksPerHour: 1,
  importLinksPerHour: 1,
  correctionsPerHour: 1,
  erasuresPerDay: 0,
  weakPairHours: 0,
});
