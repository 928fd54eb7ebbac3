import type { Database } from '@pii-vault/platform/postgres/database';
import { refusalOf } from '../../consents/coverage.ts';
import { invalidField, tooMany } from '../../errors.ts';
import { type LinkablePerson, readLinkable } from './linkable-store.ts';

/** @returns those of the people whose consent covers the purpose for each value that could link them */
export type ListConsenting = (
  companyId: number,
  individualIds: readonly number[],
  purpose: string,
) => Promise<number[]>;

const MAX_INDIVIDUALS = 1_000;

/**
 * People whose levels may be read: a level discloses something about a value, so consent must cover every linkable
 * value of the person. Decrypts nothing. @throws AppError INVALID_ARGUMENT TOO_MANY, PURPOSE_REQUIRED
 */
export function listConsentingUseCase({ db }: { readonly db: Pick<Database, 'tenant'> }): ListConsenting {
  return async (companyId, individualIds, purpose) => {
    if (individualIds.length > MAX_INDIVIDUALS) throw tooMany('people', MAX_INDIVIDUALS);
    if (purpose === '')
      throw invalidField('PURPOSE_REQUIRED', 'purpose', 'is empty: name what the levels are read for');
    const at = new Date();
    const people = await db.tenant({ companies: [companyId] }, (tx) =>
      readLinkable(tx, companyId, individualIds),
    );
    return people.filter((person) => consents(person, purpose, at)).map(({ individualId }) => individualId);
  };
}

function consents({ consents: history, fields }: LinkablePerson, purpose: string, at: Date): boolean {
  const covered = fields.every((field) => refusalOf(history, field, purpose, at) === undefined);
  return covered && fields.length > 0;
}
