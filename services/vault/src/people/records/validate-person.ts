import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import { isBlank } from '@pii-vault/platform/domain/field-types/clean-text';
import { type FieldType, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { ValueContext } from '@pii-vault/platform/domain/field-types/type-rules';
import type { PersonInput } from './person.ts';

/** A problem with one value of a record. Never repeats the value. */
export interface ValueProblem {
  /** Field type, `externalId`, or `fields`. */
  readonly path: string;
  readonly reason: string;
  readonly message: string;
}

export interface ValidatedPerson {
  /** Absent when the record is rejected. */
  readonly person?: PersonInput;
  readonly problems: readonly ValueProblem[];
}

/**
 * Converts a record's values to canonical form. A bad value rejects the record, or with `skip-field` omits that field;
 * a bad external id is always rejected, and so is a record without any valid value, unless it may be empty, because it
 * only withdraws. Blank values count as absent.
 */
export function validatePerson(
  fields: Readonly<Record<string, string>>,
  externalId: string | undefined,
  onInvalid: 'reject' | 'skip-field' = 'reject',
  { mayBeEmpty = false, ...context }: ValueContext & { readonly mayBeEmpty?: boolean } = {},
): ValidatedPerson {
  const problems: ValueProblem[] = [];
  const values = new Map<FieldType, string>();
  for (const [type, plain] of Object.entries(fields)) {
    if (!isFieldType(type)) {
      problems.push({ path: 'fields', reason: 'FIELD_TYPE_UNKNOWN', message: 'A field type is not known' });
      continue;
    }
    if (isBlank(plain)) continue;
    const result = canonicalise(type, plain, context);
    if (result.ok) values.set(type, result.value);
    else problems.push({ path: type, reason: result.reason, message: result.message });
  }
  const id = externalIdOf(externalId, context, problems);
  const isRejected =
    problems.length > 0 && (onInvalid === 'reject' || id === 'bad' || problems.some(isUnknownType));
  if (isRejected) return { problems };
  if (values.size === 0 && !mayBeEmpty) {
    return {
      problems: [...problems, { path: 'fields', reason: 'NO_FIELDS', message: 'The record has no value' }],
    };
  }
  return {
    person: { values, ...(id === undefined || id === 'bad' ? {} : id) },
    problems,
  };
}

function externalIdOf(
  plain: string | undefined,
  context: ValueContext,
  problems: ValueProblem[],
): Pick<PersonInput, 'externalId'> | 'bad' | undefined {
  if (plain === undefined || isBlank(plain)) return undefined;
  const result = canonicalise('external_id', plain, context);
  if (result.ok) return { externalId: result.value };
  problems.push({ path: 'externalId', reason: result.reason, message: result.message });
  return 'bad';
}

function isUnknownType(problem: ValueProblem): boolean {
  return problem.reason === 'FIELD_TYPE_UNKNOWN';
}
