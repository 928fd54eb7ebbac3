// Times are milliseconds of `performance.now()` in the process that runs the load.

/** A value that a client sent, and the time of the acknowledgement, if any. */
export interface WrittenValue {
  readonly value: string;
  readonly sentAt: number;
  answeredAt: number | undefined;
}

/** A person as the partner system knows it. */
export interface RecordedPerson {
  readonly companyId: number;
  readonly externalId: string;
  /** Undefined until an answer contains it. Answers to imports never do; the checker's list of people does. */
  individualId: number | undefined;
  /** Time of the acknowledgement that the person exists. */
  answeredAt: number | undefined;
  /** Written values in order, by field type; there is one writer per person. */
  readonly values: Map<string, WrittenValue[]>;
  /** Withdrawal of consent for the load's purpose. */
  withdrawal: { readonly sentAt: number; answeredAt: number | undefined } | undefined;
}

/** Plaintext in an answer. */
export interface RecordedReveal {
  readonly requestId: string;
  readonly companyId: number;
  readonly individualId: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** An answer without plaintext that also needs an audit entry. */
export interface RecordedView {
  readonly action: 'field_view' | 'data_search';
  readonly requestId: string;
  /** People in the answer; empty if a search found none. */
  readonly individualIds: readonly number[];
  readonly fieldNames: readonly string[];
}

/** Kinds of calls that partner systems make. Every run lasts long enough for each to succeed. */
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

/** A successful call. */
export interface Success {
  readonly kind: CallKind;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Sent operations and their answers in a run: the checker compares the vault with it. */
export class OperationHistory {
  readonly people = new Map<string, RecordedPerson>();
  readonly reveals: RecordedReveal[] = [];
  readonly views: RecordedView[] = [];
  readonly successes: Success[] = [];
  /** Calls that never succeeded in spite of retries. */
  readonly unanswered: string[] = [];
  /** Wrong answers: another id under the same key, a refusal of a valid request. */
  readonly contradictions: string[] = [];
  /** Failed calls by status and reason; status 0 without an answer. */
  readonly failures = new Map<string, number>();
  /** Whether a fault is in force at this moment. */
  hasFault = false;
  /** End of the last fault. */
  faultEndedAt = 0;

  addPerson(companyId: number, externalId: string, values: Readonly<Record<string, string>>): RecordedPerson {
    const sentAt = performance.now();
    const written = Object.entries(values).map(([type, value]): [string, WrittenValue[]] => [
      type,
      [{ value, sentAt, answeredAt: undefined }],
    ]);
    const person: RecordedPerson = {
      companyId,
      externalId,
      individualId: undefined,
      answeredAt: undefined,
      values: new Map(written),
      withdrawal: undefined,
    };
    this.people.set(`${companyId}/${externalId}`, person);
    return person;
  }

  /** Records an acknowledgement that the person exists, with the id if the answer has one. */
  acknowledge(person: RecordedPerson, individualId?: number): void {
    const at = performance.now();
    if (individualId !== undefined && individualId !== (person.individualId ?? individualId))
      this.contradictions.push(`${person.externalId} got the ids ${person.individualId} and ${individualId}`);
    person.individualId ??= individualId;
    person.answeredAt ??= at;
    for (const written of person.values.values()) for (const one of written) one.answeredAt ??= at;
  }

  countFailure(status: number, reason: string): void {
    const what = `${status} ${reason}`;
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}
