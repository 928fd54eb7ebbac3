import type { MatchFeatures } from '@pii-vault/proto/vault/v1/features';
import { fakeEncoding, type PlainFields } from './fake-encoder.ts';
import { sent } from './records-by-hand.ts';

/** A test person in plain values, which only the fake vault sees. */
export interface Person extends PlainFields {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
  /** Agreements whose purpose the person's consent covers. */
  readonly agreements?: readonly number[];
  readonly isErased?: boolean;
  /** Whether consent covers the purpose of reading levels; true by default. */
  readonly isConsenting?: boolean;
  /** When the first consent ends. */
  readonly consentEndsAt?: Date;
  /** The credential that wrote it. */
  readonly writtenBy?: string;
}

export interface Agreement {
  readonly id: number;
  readonly companyId: number;
  readonly otherCompanyId: number;
  /** In minutes; 0 by default. */
  readonly disclosureDelay?: number;
}

/** The vault's messages about a person: one per live or requested scope. */
export function featuresOf(
  person: Person,
  agreements: readonly Agreement[],
  scopes: readonly string[],
  encodingVersion: number,
): MatchFeatures[] {
  const all = [
    `intra:${person.companyId}`,
    ...agreements
      .filter(({ companyId, otherCompanyId }) => [companyId, otherCompanyId].includes(person.companyId))
      .map(({ id }) => `cross:${id}`),
  ];
  return all
    .filter((scope) => scopes.length === 0 || scopes.includes(scope))
    .map((scope) => {
      const isGone = person.isErased === true || !mayLink(person, scope);
      return {
        individualId: person.individualId,
        version: person.version,
        scope,
        keyVersion: 1,
        encodingVersion,
        gone: isGone,
        withheld: person.isConsenting === false,
        consentEndsAt: person.consentEndsAt,
        ...(isGone ? NOTHING : sent(fakeEncoding(`${scope}/${encodingVersion}`, person))),
      };
    });
}

const NOTHING = { keys: Buffer.alloc(0), filters: Buffer.alloc(0), hints: 0, codes: Buffer.alloc(0) };

function mayLink({ agreements }: Person, scope: string): boolean {
  return scope.startsWith('intra:') || (agreements ?? []).includes(Number(scope.slice(6)));
}
