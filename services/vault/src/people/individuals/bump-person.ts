import type { Tx } from '@pii-vault/platform/postgres/database';
import { recordChanged } from '../../events.ts';
import { completeness, quality, type ScoredField } from '../quality/scores.ts';

/**
 * Updates a locked person whose values did not change (a consent given or withdrawn, a field sealed): new version,
 * scores and type mask, and its event.
 * @param after `by`: the credential (stops/written-by.ts). Lineage counts a removal from a recently linked record
 * as a correction
 */
export async function bumpPerson(
  tx: Tx,
  person: { readonly companyId: number; readonly individualId: number; readonly recordVersion: number },
  after: {
    readonly fields: readonly ScoredField[];
    readonly typeMask: number;
    readonly at: Date;
    readonly by: string | undefined;
    /** Default: true. */
    readonly isRemoval?: boolean;
  },
): Promise<void> {
  const { companyId, individualId } = person;
  const version = person.recordVersion + 1;
  await tx.query(
    `UPDATE individuals SET record_version = $3, quality = $4, completeness = $5, type_mask = $6, updated_at = $7
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      individualId,
      version,
      quality({ fields: after.fields, at: after.at }),
      completeness(after.fields.map((field) => field.type)),
      after.typeMask,
      after.at,
    ],
  );
  await tx.publish(
    recordChanged(companyId, individualId, version, after.at, after.by, after.isRemoval ?? true),
  );
}
