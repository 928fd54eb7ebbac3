import { disclosureOf } from '@pii-vault/lineage/cross-pairs/disclosure';

/** Of pairs across companies, whose writers are not known here: no budget is reached. */
export const DISCLOSURE = disclosureOf({
  linksPerHour: 1,
  importLinksPerHour: Number.MAX_SAFE_INTEGER,
  importLinksAlarm: Number.MAX_SAFE_INTEGER,
  correctionsPerHour: 1,
  erasuresPerDay: 0,
  weakPairHours: 0,
});
