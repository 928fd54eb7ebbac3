import { disclosureOf } from '@pii-vault/lineage/cross-pairs/disclosure';

/** Disclosure settings without effective budgets, since rows of an evaluation have no known writers. */
export const DISCLOSURE = disclosureOf({
  linksPerHour: 1,
  importLinksPerHour: Number.MAX_SAFE_INTEGER,
  importLinksAlarm: Number.MAX_SAFE_INTEGER,
  correctionsPerHour: 1,
  erasuresPerDay: 0,
  weakPairHours: 0,
});
