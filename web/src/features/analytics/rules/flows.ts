import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';

export type Reveal = Analytics['reveals'][number];

export interface RevealFlow {
  purpose: string;
  /** Of the recipient: its type and id, or OTHERS. */
  recipient: string;
  people: number;
}

export const OTHERS = 'others';
/** Names on a side of the picture; the rest are one. The table has them all. */
const SHOWN = 8;

export const recipientOf = ({ actorType, actorId }: Pick<Reveal, 'actorType' | 'actorId'>): string =>
  `${actorType}:${actorId}`;

/** Purposes and recipients with most people by name, the others together. */
export function revealFlows(reveals: readonly Reveal[]): readonly RevealFlow[] {
  const purposes = largest(reveals, ({ purpose }) => purpose);
  const recipients = largest(reveals, recipientOf);
  const sums = new Map<string, RevealFlow>();
  for (const reveal of reveals) {
    const purpose = purposes.has(reveal.purpose) ? reveal.purpose : OTHERS;
    const recipient = recipients.has(recipientOf(reveal)) ? recipientOf(reveal) : OTHERS;
    const key = `${purpose} ${recipient}`;
    sums.set(key, { purpose, recipient, people: (sums.get(key)?.people ?? 0) + reveal.people });
  }
  return [...sums.values()].sort((a, b) => b.people - a.people);
}

function largest(reveals: readonly Reveal[], keyOf: (reveal: Reveal) => string): ReadonlySet<string> {
  const sums = new Map<string, number>();
  for (const reveal of reveals) sums.set(keyOf(reveal), (sums.get(keyOf(reveal)) ?? 0) + reveal.people);
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  return new Set(sorted.slice(0, sorted.length > SHOWN ? SHOWN - 1 : SHOWN).map(([key]) => key));
}

export const peopleIn = (reveals: readonly Reveal[]): number =>
  reveals.reduce((sum, { people }) => sum + people, 0);
