import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { AppError } from '@pii-vault/platform/core/errors/app-error';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { indexForm } from '@pii-vault/platform/domain/field-types/matching-form';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chunkMessage, optionsMessage } from './import-world.ts';
import { consent, type VaultWorld, vaultWorld } from './vault-world.ts';

/**
 * Kinds of values in real data, through every call that takes values: one table, {create, batch, import of CSV
 * and NDJSON, search} × kinds. All calls store the same canonical form of a kind, or refuse it for the same reason.
 */
type Type = FieldType | 'external_id';
interface Kind {
  readonly kind: string;
  readonly type: Type;
  readonly given: string;
  /** The canonical form; undefined for a kind that is refused. */
  readonly stored?: string;
  readonly refused?: string;
  /** Whether an import treats the cell as empty. */
  readonly isEmptyCell?: true;
}

const stored = (kind: string, type: Type, given: string, form: string): Kind => ({
  kind,
  type,
  given,
  stored: form,
});
const refused = (kind: string, type: Type, given: string, reason: string): Kind => ({
  kind,
  type,
  given,
  refused: reason,
});
const empty = (type: Type, given: string): Kind => ({
  ...refused('a text for a missing value', type, given, 'VALUE_STANDS_FOR_NOTHING'),
  isEmptyCell: true,
});

const KINDS: readonly Kind[] = [
  refused('Aadhaar from 0', 'aadhaar', '023412341236', 'AADHAAR_FIRST_DIGIT'),
  refused('Aadhaar from 1 with a right check digit', 'aadhaar', '123412341234', 'AADHAAR_FIRST_DIGIT'),
  refused('Aadhaar with a wrong check digit', 'aadhaar', '234123412345', 'AADHAAR_CHECKSUM'),
  refused('PAN whose fourth letter is no holder type', 'pan', 'ABCDR1234F', 'PAN_HOLDER_TYPE'),
  refused('PAN with the serial 0000', 'pan', 'ABCPR0000F', 'PAN_SERIAL'),
  refused('mask of an Aadhaar', 'aadhaar', 'XXXX-XXXX-2346', 'VALUE_MASKED'),
  refused('mask of a PAN', 'pan', 'XXXXX234F', 'VALUE_MASKED'),
  refused('mask of a phone', 'phone', 'XXXXX43201', 'VALUE_MASKED'),
  refused('mask of an e-mail', 'email', 'as***@example.in', 'VALUE_MASKED'),
  refused('mask of an account', 'bank_account', 'XXXXXXX1234', 'VALUE_MASKED'),
  refused('mask of a name', 'name', 'XXXX-MASKED', 'VALUE_MASKED'),
  refused('mask of an address', 'address', 'XXXX-MASKED', 'VALUE_MASKED'),
  refused('mask of a birth date', 'dob', 'XXXX-MASKED', 'VALUE_MASKED'),
  refused('mask of another id', 'other_id', 'XXXX-MASKED', 'VALUE_MASKED'),
  refused('mask of an external id', 'external_id', 'XXXX-MASKED', 'VALUE_MASKED'),
  refused('Aadhaar in scientific notation', 'aadhaar', '2.34123E+11', 'SCIENTIFIC_NOTATION'),
  refused('account in scientific notation', 'bank_account', '5.01004E+13', 'SCIENTIFIC_NOTATION'),
  refused('phone with .0', 'phone', '9876543201.0', 'TRAILING_DECIMAL'),
  refused('external id in scientific notation', 'external_id', '1.23457E+11', 'SCIENTIFIC_NOTATION'),
  refused('external id with .0', 'external_id', '10042.0', 'TRAILING_DECIMAL'),
  refused('name with a direction override', 'name', 'Asha \u202eoaR', 'DIRECTION_OVERRIDE'),
  refused('phone with an extension', 'phone', '+91 98765 43201 ext. 5', 'PHONE_EXTENSION'),
  refused('timestamp that is not midnight', 'dob', '1990-05-04T10:30:00Z', 'DOB_TIME'),
  refused('impossible date', 'dob', '31-02-1990', 'DOB_IMPOSSIBLE'),
  empty('email', 'N/A'),
  empty('phone', 'NULL'),
  empty('pan', 'none'),
  empty('dob', 'nan'),
  empty('address', '-'),
  stored('no-break and thin blanks', 'aadhaar', '2341\u00a02341\u20092346', '234123412346'),
  stored('typographic dashes', 'aadhaar', '2341\u20132341\u20112346', '234123412346'),
  stored('zero-width marks and a BOM', 'pan', '\ufeffABC\u200bPR1234F', 'ABCPR1234F'),
  stored('direction marks and isolates', 'phone', '\u2068\u200e+91 98765 43202\u2069', '+919876543202'),
  stored('soft hyphens', 'bank_account', '5010\u00ad0412\u00ad3456', '501004123456'),
  stored('marks in an e-mail', 'email', '\u200easha.k@mail.example.in\u200b', 'asha.k@mail.example.in'),
  stored('dashes in an external id', 'external_id', 'C\u20111007', 'C-1007'),
  stored('joiners of a Devanagari name', 'name', 'क\u094d\u200dष', 'क\u094d\u200dष'),
  stored('a joiner in a Latin name', 'name', 'As\u200dha Rao', 'Asha Rao'),
  stored('country code in brackets', 'phone', '(+91) 98765 43203', '+919876543203'),
  stored('tel: address', 'phone', 'tel:+91-98765-43204', '+919876543204'),
  stored(
    'a domain in its ASCII form',
    'email',
    'ravi@xn--p5b2bfp5fh3fra.xn--h2brj9c',
    'ravi@xn--p5b2bfp5fh3fra.xn--h2brj9c',
  ),
  stored('day first without zeros', 'dob', '5-4-1990', '1990-04-05'),
  stored('day first with dashes', 'dob', '05-04-1990', '1990-04-05'),
  stored('day first with slashes', 'dob', '5/4/1990', '1990-04-05'),
  stored("a month's name", 'dob', '31-Dec-1990', '1990-12-31'),
  stored('year first with slashes', 'dob', '1990/04/05', '1990-04-05'),
  stored('a timestamp at midnight', 'dob', '1990-04-05T00:00:00.000Z', '1990-04-05'),
  stored('a year alone', 'dob', '1990', '1990'),
  stored('a year and a month', 'dob', '1990-04', '1990-04'),
  stored('blanks and small letters in a passport', 'other_id', 'k 123 4568', 'K1234568'),
  stored(
    'slashes, dots and dashes in a driving licence',
    'other_id',
    'dl-04/2011.0149646',
    'DL0420110149646',
  ),
  stored('wide letters and digits of another script', 'other_id', 'ＸＹＺ०१२३४६७', 'XYZ0123467'),
  refused('a number without letter and digit', 'other_id', '--/-', 'OTHER_ID_FORMAT'),
  stored('a placeholder, which is a value', 'email', 'na@na.com', 'na@na.com'),
];

const TYPES = ['name', 'aadhaar', 'pan', 'email', 'phone', 'address', 'dob', 'bank_account', 'other_id'];

interface Outcome {
  readonly stored?: string | undefined;
  /** The reason; the message where a call returns no reason. */
  readonly refused?: string | undefined;
}
type Way = (kinds: readonly Kind[]) => Promise<Outcome[]>;

let world: VaultWorld;
let owner: Ctx;
beforeAll(async () => {
  world = await vaultWorld({ VAULT_SEARCHES_PER_MINUTE: '1000' });
  owner = await world.user([1, 2, 3]);
});
afterAll(() => world.stop());

/** A record with the kind's value and, where that is of another type, a name. */
function recordOf({ type, given }: Kind, id: string) {
  const fields: Record<string, string> = type === 'name' ? {} : { name: 'Zoya Khan' };
  if (type !== 'external_id') fields[type] = given;
  return { fields, externalId: type === 'external_id' ? given : id };
}

async function storedOf(
  companyId: number,
  { type }: Kind,
  individualId: number,
): Promise<string | undefined> {
  if (type === 'external_id') {
    const request = { ...EVERYBODY, companyId, includeExternalIds: true };
    const { externalIds } = await world.individuals.listIndividuals(owner, request);
    return externalIds.find((one) => one.individualId === individualId)?.externalId;
  }
  const request = { companyId, individualIds: [individualId], fieldTypes: [type], purpose: 'kyc' };
  return (await world.records.revealRecords(owner, request)).records[0]?.fields[type];
}

const EVERYBODY = {
  limit: 200,
  filter: undefined,
  marks: [],
  cursor: undefined,
  sort: undefined,
  search: undefined,
  quality: undefined,
  externalId: undefined,
  forExport: false,
  purpose: 'kyc',
};

const create: Way = async (kinds) => {
  const outcomes: Outcome[] = [];
  for (const [n, kind] of kinds.entries()) {
    const record = {
      companyId: 1,
      consentDetails: consent(),
      individualId: undefined,
      afterErasure: undefined,
    };
    try {
      const made = await world.records.createRecord(owner, { ...record, ...recordOf(kind, `create-${n}`) });
      outcomes.push({ stored: await storedOf(1, kind, made.individualId) });
    } catch (error) {
      outcomes.push({ refused: (error as AppError).details[0]?.message });
    }
  }
  return outcomes;
};

const batch: Way = async (kinds) => {
  const records = kinds.map((kind, n) => recordOf(kind, `batch-${n}`));
  const request = { companyId: 2, consentDetails: consent(), records, afterErasure: undefined };
  const { results } = await world.records.createRecords(owner, request);
  return await Promise.all(
    results.map(async ({ individualId, errors }, n) => {
      const [kind] = kinds.slice(n);
      if (individualId === undefined || kind === undefined) return { refused: errors[0]?.reason };
      return { stored: await storedOf(2, kind, individualId) };
    }),
  );
};

/** Imports one file with a row for each kind. */
async function imported(
  mediaType: string,
  kinds: readonly Kind[],
  fileOf: (records: Record<string, string>[]) => string,
): Promise<Outcome[]> {
  const imports = world.client(ImportsService, 'vault');
  const rows = kinds.map((kind, n) => {
    const { fields, externalId } = recordOf(kind, `${mediaType}-${n}`);
    return { ...fields, external_id: externalId };
  });
  const file = Buffer.from(fileOf(rows));
  const { import: created } = await imports.createImport(
    owner,
    (async function* () {
      yield optionsMessage({ companyId: 3, mediaType });
      yield chunkMessage(file);
    })(),
  );
  const id = created?.id ?? 0;
  const hasEnded = async () => {
    const { import: one } = await imports.getImport(owner, { id });
    expect(one?.status).toBe('done');
  };
  await vi.waitFor(hasEnded, 20_000);
  const { errors } = await imports.listImportErrors(owner, { id, limit: 200 });
  const request = { ...EVERYBODY, companyId: 3, includeExternalIds: true };
  const { externalIds } = await world.individuals.listIndividuals(owner, request);
  return await Promise.all(
    kinds.map(async (kind, n) => {
      const error = errors.find(({ row }) => row === n + 1);
      if (error !== undefined) return { refused: error.reason };
      const name = kind.type === 'external_id' ? kind.stored : rows[n]?.external_id;
      const { individualId = 0 } = externalIds.find((one) => one.externalId === name) ?? {};
      return { stored: await storedOf(3, kind, individualId) };
    }),
  );
}

const csv: Way = (kinds) =>
  imported('text/csv', kinds, (records) => {
    const columns = ['external_id', ...TYPES];
    const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
    const lines = records.map((record) => columns.map((column) => cell(record[column])).join(','));
    return [columns.join(','), ...lines].join('\r\n');
  });

const ndjson: Way = (kinds) =>
  imported('application/x-ndjson', kinds, (records) => records.map((one) => JSON.stringify(one)).join('\n'));

/** Searches by the text as given, which finds what was created with it. */
const search: Way = async (kinds) => {
  const outcomes: Outcome[] = [];
  for (const { type, given, stored: form } of kinds) {
    const fieldType = type === 'external_id' ? 'externalId' : type;
    try {
      const { results } = await world.search.searchPii(owner, {
        companyId: 1,
        fieldType,
        value: given,
        purpose: 'kyc',
      });
      outcomes.push({ stored: results.length > 0 ? form : 'nobody found' });
    } catch (error) {
      outcomes.push({ refused: (error as AppError).details[0]?.message });
    }
  }
  return outcomes;
};

const expectedOf = (
  { type, given, stored: form, refused: reason, isEmptyCell }: Kind,
  way: string,
): Outcome => {
  if (isEmptyCell && (way === 'CSV' || way === 'NDJSON')) return { stored: undefined };
  if (reason === undefined) return { stored: form };
  const judged = canonicalise(type, given);
  const message = judged.ok ? 'accepted' : judged.message;
  return { refused: way === 'create' || way === 'search' ? message : reason };
};

describe.each([
  ['create', create, KINDS],
  ['batch', batch, KINDS],
  ['CSV', csv, KINDS],
  ['NDJSON', ndjson, KINDS],
  ['search', search, KINDS.filter(({ type }) => indexForm(type, 'x') !== null)],
] as const)('by %s', (way, bring, kinds) => {
  let outcomes: Outcome[];
  beforeAll(async () => {
    outcomes = await bring(kinds);
  });

  it.each(kinds.map((kind, n) => [kind.type, kind.kind, kind, n] as const))(
    '%s: %s',
    (_type, _name, kind, n) => {
      expect(outcomes[n]).toEqual(expectedOf(kind, way));
    },
  );
});

it('a number of another document is found in every spelling, whichever was written', async () => {
  const spellings = ['TST/09/3041177', 'tst 09 3041177', 'Tst-09-304-1177', 'TST093041177'];
  const records = spellings.map((spelling, n) =>
    recordOf({ kind: 'spelling', type: 'other_id', given: spelling }, `spelling-${n}`),
  );
  const request = { companyId: 2, consentDetails: consent(), records, afterErasure: undefined };
  const { results } = await world.records.createRecords(owner, request);
  const ids = results.map(({ individualId }) => individualId).sort();
  for (const value of spellings) {
    const asked = { companyId: 2, fieldType: 'other_id', value, purpose: 'kyc' };
    const { results } = await world.search.searchPii(owner, asked);
    expect(results.map(({ individualId }) => individualId).sort()).toEqual(ids);
  }
});

it('each refusal in the table has the reason that the table states', () => {
  for (const { type, given, refused: reason } of KINDS)
    if (reason !== undefined) expect(canonicalise(type, given)).toMatchObject({ ok: false, reason });
});
