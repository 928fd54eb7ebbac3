/** Moments are milliseconds of `performance.now()` in the process that runs the load. */

/** A value that a client sent, and when it was told that the vault has it; undefined while it was not. */
export interface Said {
  readonly value: string;
  readonly sentAt: number;
  answeredAt: number | undefined;
}

/** A person as their company's partner system knows them. */
export interface ToldPerson {
  readonly companyId: number;
  readonly externalId: string;
  /** Undefined until an answer named it; an import's answer never does, the list of people that the checker reads does. */
  individualId: number | undefined;
  /** When the client was told that the person is there. */
  answeredAt: number | undefined;
  /** What was written, in order, by field type; one writer per person. */
  readonly values: Map<string, Said[]>;
  /** Consent for the load's purpose was withdrawn. */
  withdrawal: { readonly sentAt: number; answeredAt: number | undefined } | undefined;
}

/** Plaintext that an answer showed. */
export interface ToldReveal {
  readonly requestId: string;
  readonly companyId: number;
  readonly individualId: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** An answer without plaintext that the trail has to know of as well. */
export interface ToldView {
  readonly action: 'field_view' | 'data_search';
  readonly requestId: string;
  /** Whom it showed; nobody when a search found none. */
  readonly individualIds: readonly number[];
  readonly fieldNames: readonly string[];
}

/** What every partner system does in every run, long enough for each to have succeeded. */
export const PARTNER_CALLS = [
  'create',
  'batch',
  'import',
  'correction',
  'withdrawal',
  'reveal',
  'profile',
  'search',
] as const;
export type CallKind = (typeof PARTNER_CALLS)[number] | 'list';

/** A call that was answered. */
export interface Success {
  readonly kind: CallKind;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** What the clients of a run were told: the checker holds the vault to it. */
export class Told {
  readonly people = new Map<string, ToldPerson>();
  readonly reveals: ToldReveal[] = [];
  readonly views: ToldView[] = [];
  readonly successes: Success[] = [];
  /** Calls that were never answered, however often they were repeated. */
  readonly unanswered: string[] = [];
  /** Answers that cannot be: another id under the same key, a refusal of what was right. */
  readonly contradictions: string[] = [];
  /** Answers without success by status and reason; 0 for none at all. */
  readonly failures = new Map<string, number>();

  person(companyId: number, externalId: string, values: Readonly<Record<string, string>>): ToldPerson {
    const sentAt = performance.now();
    const said = Object.entries(values).map(([type, value]): [string, Said[]] => [
      type,
      [{ value, sentAt, answeredAt: undefined }],
    ]);
    const person: ToldPerson = {
      companyId,
      externalId,
      individualId: undefined,
      answeredAt: undefined,
      values: new Map(said),
      withdrawal: undefined,
    };
    this.people.set(`${companyId}/${externalId}`, person);
    return person;
  }

  /** The vault says that it has the person, under this id if it names one. */
  has(person: ToldPerson, individualId?: number): void {
    const at = performance.now();
    if (individualId !== undefined && individualId !== (person.individualId ?? individualId))
      this.contradictions.push(
        `${person.externalId} was told to be ${person.individualId} and ${individualId}`,
      );
    person.individualId ??= individualId;
    person.answeredAt ??= at;
    for (const said of person.values.values()) for (const one of said) one.answeredAt ??= at;
  }

  failed(status: number, reason: string): void {
    const what = `${status} ${reason}`;
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}
