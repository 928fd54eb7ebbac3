import { AUDIT_ACTIONS } from '@pii-vault/platform/domain/audit-actions';

/** One condition that an index serves in the order of the trail. named_id: one of several people of an entry. */
export type TrailCondition =
  | { readonly column: 'action' | 'actor_id'; readonly value: string }
  | { readonly column: 'individual_id' | 'named_id' | 'pii_field_id' | 'leaf_index'; readonly value: number };

export interface TrailFilter {
  /** An exact action, combined with the search by AND. */
  readonly action: string | undefined;
  readonly search: string | undefined;
}

const ID_SEARCH = /^(?:IND_)?([0-9]{1,15})$/i;

/**
 * The alternatives (OR) of a search text; undefined without one. A number is compared with ids, a text with known
 * actions (any part) and actors (exactly).
 */
function searchConditions(search: string | undefined): TrailCondition[] | undefined {
  const text = search?.trim() ?? '';
  if (text === '') return undefined;
  const digits = ID_SEARCH.exec(text)?.[1];
  if (digits !== undefined) {
    const id = Number(digits);
    return [
      { column: 'individual_id', value: id },
      { column: 'named_id', value: id },
      { column: 'pii_field_id', value: id },
      { column: 'actor_id', value: digits },
      ...(id > 0 ? [{ column: 'leaf_index', value: id - 1 } as const] : []),
    ];
  }
  const part = text.toLowerCase().replaceAll(' ', '_');
  const actions = AUDIT_ACTIONS.filter((action) => action.includes(part));
  return [
    ...actions.map((value) => ({ column: 'action', value }) as const),
    { column: 'actor_id', value: text },
  ];
}

/** Every alternative to read: without a search it is one, restricted at most by the action. */
export function alternatives(filter: TrailFilter): (readonly TrailCondition[])[] {
  const exact: TrailCondition[] =
    filter.action === undefined ? [] : [{ column: 'action', value: filter.action }];
  const searched = searchConditions(filter.search);
  if (searched === undefined) return [exact];
  return searched
    .filter((one) => one.column !== 'action' || filter.action === undefined || one.value === filter.action)
    .map((one) => (one.column === 'action' ? [one] : [one, ...exact]));
}
