import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import type { ApiCaller, ApiRequest } from './api-caller.ts';
import { distinctTexts, type Filling, filledRequest, isFillable, isRecord } from './hostile-values.ts';
import { consentDetails } from './people.ts';
import { requestsOf } from './replay-requests.ts';
import type { ThreeCompanies } from './three-companies.ts';

export const keyOf = ({ method, path }: Row) => `${method} ${path}` as ApiRequest['key'];

/** The request of the contract's example. */
export const exampleOf = ({ example, ...row }: Row): ApiRequest => ({
  key: keyOf({ example, ...row }),
  ...(isRecord(example.params) ? { params: example.params } : {}),
  ...(isRecord(example.query) ? { query: example.query } : {}),
  ...(example.body === undefined ? {} : { body: example.body }),
});

/** The calls that a filling changes, except those that end the session or use up the tries at its password. */
export const fillableRows = (which: (row: Row) => Filling['which']): readonly Row[] =>
  (routes as readonly Row[]).filter(
    (row) => !LEFT.has(row.path) && row.produces === undefined && isFillable(row, exampleOf(row), which(row)),
  );
const LEFT = new Set(['/auth/logout', '/auth/change-password']);

/** Requests of company A, which exist, with their texts filled. */
export interface HostileRequests {
  /** The caller of a row: an administrator of A, or a super_admin where A has no such request. */
  callerOf(row: Row): ApiCaller;
  /** Without a filling: a request that succeeds. */
  plain(row: Row): ApiRequest;
  /** Some calls prepare what the request names. @param variant below variantsOf */
  filled(row: Row, filling: Filling, variant?: number): Promise<ApiRequest>;
  /** Proves the callers again: a run takes longer than a proof counts. */
  prove(): Promise<void>;
}

/** How many requests together reach all work of a call, because some parts exclude each other. */
export const variantsOf = ({ key }: Row): number => VARIANTS[key]?.length ?? 1;

export function hostileRequests(world: ThreeCompanies): HostileRequests {
  const requests = new Map(requestsOf(world.own).map((request) => [request.key, request]));
  const plain = (row: Row) => requests.get(keyOf(row)) ?? exampleOf(row);
  let used = 0;
  return {
    callerOf: (row) => (requests.has(keyOf(row)) ? world.asA : world.asRoot),
    plain,
    async filled(row, filling, variant = 0) {
      used += 1;
      const filled = filledRequest(row, plain(row), filling);
      if (filling.which !== 'free') return filled;
      const vary = VARIANTS[row.key]?.[variant] ?? ((request: ApiRequest) => request);
      const one = `use-${used}`;
      const request = vary(withParts(filled, one), filling, one);
      return await (PREPARED[row.key]?.(world, request, filling, one) ?? request);
    },
    async prove() {
      const body = { password: world.own.password };
      for (const call of [world.asA, world.asRoot]) await call({ key: 'POST /auth/confirm', body });
    },
  };
}

/** Parts of a body by which a call succeeds again and again. */
function withParts(request: ApiRequest, one: string): ApiRequest {
  const fixed = FIXED[request.key]?.(one);
  return isRecord(request.body) && fixed !== undefined
    ? { ...request, body: { ...request.body, ...fixed } }
    : request;
}

const purpose = (one: string) => ({ purpose: one });
const FIXED: Readonly<Record<string, (one: string) => Record<string, unknown>>> = {
  // The longest list without the caller's role: a required factor that it lacks would refuse every later call.
  'PUT /second-factor-policy': () => ({ roles: Array(10).fill('pii_view') }),
  'POST /purposes': purpose,
  'POST /link-agreements': purpose,
  'POST /approvals': purpose,
  'POST /recipients': (one) => ({ code: one }),
  'POST /users': (one) => ({ email: `${one}@example.org` }),
  // Another code is for a super_admin.
  'PUT /companies/{id}': () => ({ code: 'SARAL' }),
};

type Vary = (request: ApiRequest, filling: Filling, one: string) => ApiRequest;

const VALID = {
  aadhaar: '999941057058',
  pan: 'ABCPE1234F',
  phone: '+919812345678',
  email: 'asha.rao@example.org',
  dob: '1990-04-12',
  bank_account: '123456789012',
};
/** Most columns of an import; a length of their names with which the mapping of all fits into a body. */
const [COLUMNS, COLUMN_NAME] = [512, 140];
/** Columns whose names fit into the head of a request. */
const COLUMNS_IN_HEAD = 5;

const body = (request: ApiRequest, parts: Record<string, unknown>): ApiRequest => ({
  ...request,
  body: { ...(isRecord(request.body) ? request.body : {}), ...parts },
});
const query = (request: ApiRequest, parts: Record<string, unknown>): ApiRequest => ({
  ...request,
  query: { ...request.query, ...parts },
});
const part = ({ body: from }: ApiRequest, name: string): unknown => (isRecord(from) ? from[name] : undefined);

const listedPeople: readonly Vary[] = [
  (request) => query(request, { externalId: undefined, include: undefined }),
  (request) => query(request, { search: undefined, purpose: 'kyc' }),
];
const ofType =
  (fieldType: string): Vary =>
  (request) =>
    body(request, { fieldType });

const VARIANTS: Readonly<Record<string, readonly Vary[]>> = {
  'GET /individuals': listedPeople,
  'GET /individuals/export': listedPeople,
  'POST /pii-search': [ofType('other_id'), ofType('externalId')],
  'POST /pii-fields': ['address', 'name', 'other_id', 'email', 'phone'].map(ofType),
  'POST /pii-records': [
    (request, _, one) => body(request, { fields: { ...fieldsOf(request), ...VALID }, externalId: one }),
    (request) => request,
  ],
  'PUT /individuals/{id}/nominee': [
    (request) => body(request, { nominees: nomineesOf(request) }),
    (request) => request,
  ],
  'POST /imports': [
    (request, filling, one) => {
      const columns = distinctTexts(filling, COLUMNS, COLUMN_NAME);
      const named = columns.slice(0, COLUMNS_IN_HEAD);
      const mapping = JSON.stringify(Object.fromEntries(named.map((name, n) => [name, targetOf(n)])));
      return { ...query(request, { mapping, unmapped: 'ignore' }), csv: csvOf(columns, one) };
    },
    // Held: each column gets a suggestion by its header and its values.
    (request, filling, one) => ({
      ...query(request, { mapping: undefined, unmapped: undefined }),
      csv: csvOf(distinctTexts(filling, COLUMNS, COLUMN_NAME), one),
    }),
  ],
};

const fieldsOf = (request: ApiRequest) => Object(part(request, 'fields'));
function nomineesOf(request: ApiRequest): unknown[] {
  const given = part(request, 'nominees');
  const valid = { relationship: 'spouse', email: VALID.email, phone: VALID.phone };
  return Array.isArray(given) ? given.map((one) => ({ ...one, ...valid })) : [];
}
const targetOf = (column: number) => (column === 0 ? 'name' : 'ignore');

/** A file whose header and values are these texts; another one each time, because an equal file is not read again. */
function csvOf(columns: readonly string[], one: string): string {
  const line = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
  return `${line}\n${line}\n${line}\n${one}\n`;
}

type Prepare = (
  world: ThreeCompanies,
  request: ApiRequest,
  filling: Filling,
  one: string,
) => Promise<ApiRequest>;

const PREPARED: Readonly<Record<string, Prepare>> = {
  /** Another person each time. */
  'POST /individuals/{id}/erase': async ({ asA, own }, request) => {
    const made = await asA({ key: 'POST /individuals', body: { companyId: own.companyId } });
    return { ...request, params: { id: made.json().id } };
  },
  /** Another held import each time, whose columns the mapping names. */
  'PUT /imports/{id}/mapping': async ({ asA, own }, request, filling, one) => {
    const columns = distinctTexts(filling, COLUMNS, COLUMN_NAME);
    const held = await asA({
      key: 'POST /imports',
      query: { companyId: own.companyId, purpose: consentDetails.purpose },
      csv: csvOf(columns, one),
    });
    const mapping = Object.fromEntries(columns.map((name, n) => [name, targetOf(n)]));
    return { ...request, params: { id: held.json().id }, body: { mapping } };
  },
};
