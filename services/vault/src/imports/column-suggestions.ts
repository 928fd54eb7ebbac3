import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import { suggestTargets } from '@pii-vault/platform/values/import-columns/column-hints';
import type { ColumnPlan } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';

/** Types that values alone identify, the most specific first. */
const BY_VALUE: readonly FieldType[] = ['aadhaar', 'pan', 'email', 'dob', 'phone'];

/** Suggestions for all columns without a target, from their headers and first values. */
export function suggestionsOf(
  { columns, dateOrder }: { readonly columns: ColumnPlan; readonly dateOrder: DateOrder },
  samples: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ColumnTarget> {
  return suggestTargets(columns, (column) => {
    const values = samples.get(column) ?? [];
    if (values.length === 0) return undefined;
    return BY_VALUE.find((type) => values.every((value) => canonicalise(type, value, { dateOrder }).ok));
  });
}
