import type { Viewers } from './world/make-viewers.ts';

/** Ids that the calls refer to. */
export interface ListTargets {
  readonly companyId: number;
  readonly importId: number;
  readonly webhookId: number;
  readonly individualId: number;
  readonly masterKey: string;
  readonly fieldId: number;
  readonly userId: number;
  readonly reviewId: number;
}

/** A list or count of the API, and its caller. */
export interface Call {
  readonly name: string;
  /** Below /api. */
  readonly path: string;
  readonly viewer: keyof Viewers;
}

type Asked = readonly [what: string, path: string];

/** Every list of the API and the calls that aggregate all rows, for callers who see all companies, one, and three. */
export function listCalls(targets: ListTargets): Call[] {
  const asked = [
    ...people(targets),
    ...links(),
    ...trail(),
    ...registers(targets),
    ...logins(targets),
    ...figures(),
  ];
  const own = `companyId=${targets.companyId}`;
  const ofCompany = asked
    .filter(([, path]) => TAKES_COMPANY.test(path) && !path.includes('companyId='))
    .map(
      ([what, path]): Asked => [`${what}, of one company`, `${path}${path.includes('?') ? '&' : '?'}${own}`],
    );
  const to = (viewer: keyof Viewers, calls: readonly Asked[]) =>
    calls.map(([what, path]) => ({ name: `${what}, to ${VIEWERS[viewer]}`, path, viewer }));
  const all = [...asked, ...ofCompany, ...deployment];
  return [...to('all', all), ...to('one', asked), ...to('several', asked)];
}

/** Lists of the deployment, not of a company. */
const deployment: readonly Asked[] = [['access rules', '/admin/access-control']];

const VIEWERS: Readonly<Record<keyof Viewers, string>> = { all: 'all', one: 'one', several: 'three' };

const TAKES_COMPANY =
  /^\/(individuals(\?|\/summary|$)|pii-demo|approvals|duplicates|data-lineage|audit-|imports(\?|$)|compliance|access-reviews$|purposes|grievances|incidents|recipients|erasures|link-agreements|webhooks$|users(\?|$)|encryption-keys|dashboard.metrics|analytics)/;

function people({ companyId, individualId, masterKey, fieldId }: ListTargets): Asked[] {
  const sorts = ['-id', 'updatedAt', '-updatedAt', 'quality', '-quality'];
  return [
    ['individuals', '/individuals'],
    ...sorts.map((sort): Asked => [`individuals by ${sort}`, `/individuals?sort=${sort}`]),
    ...['high', 'medium', 'low'].flatMap((quality): Asked[] => [
      [`individuals, ${quality}`, `/individuals?quality=${quality}`],
      ...['-id', 'updatedAt', '-updatedAt'].map(
        (sort): Asked => [
          `individuals, ${quality}, by ${sort}`,
          `/individuals?quality=${quality}&sort=${sort}`,
        ],
      ),
    ]),
    ['individuals with IND_id', `/individuals?search=IND_${individualId}`],
    ...['1', '12', '1234'].map(
      (digits): Asked => [`individuals with ${digits}`, `/individuals?search=${digits}`],
    ),
    ['individuals with a master key', `/individuals?search=${masterKey.slice(0, 8)}`],
    ['individuals with a part of a master key', `/individuals?search=${masterKey.slice(-8)}`],
    ['individuals with a letter', '/individuals?search=a'],
    [
      'individuals with an external id',
      `/individuals?companyId=${companyId}&externalId=NOBODY-1&purpose=kyc`,
    ],
    ['individuals with external ids', '/individuals?include=externalIds&purpose=kyc'],
    ['individuals, summary', '/individuals/summary'],
    ['newest fields', '/pii-demo'],
    ['approvals', '/approvals'],
    ['history of a field', `/pii-fields/${fieldId}/history`],
  ];
}

function links(): Asked[] {
  const searches = ['1', '17', '173', '1734', '173455', 'IND_173455', 'dup'];
  return [
    ['links', '/data-lineage/entries'],
    ...['same_individual', 'cross_reference', 'duplicate_detection'].map(
      (type): Asked => [`links, ${type}`, `/data-lineage/entries?type=${type}`],
    ),
    ...['pending', 'verified', 'rejected'].map(
      (status): Asked => [`links, ${status}`, `/data-lineage/entries?status=${status}`],
    ),
    ...['high', 'medium', 'low'].map(
      (confidence): Asked => [`links, ${confidence}`, `/data-lineage/entries?confidence=${confidence}`],
    ),
    [
      'links, by all filters',
      '/data-lineage/entries?type=duplicate_detection&status=rejected&confidence=low&search=1',
    ],
    ...searches.map((search): Asked => [`links with ${search}`, `/data-lineage/entries?search=${search}`]),
    ['links of a person', '/data-lineage/entries?individualId=173456'],
    ['graph', '/data-lineage'],
    ['graph of 5,000', '/data-lineage?nodes=5000'],
    ['links, summary', '/data-lineage/summary'],
    ['links, analysis', '/data-lineage/analysis'],
    ['duplicates', '/duplicates'],
    ['duplicates of a person', '/duplicates?individualId=173456'],
  ];
}

function trail(): Asked[] {
  return [
    ['trail', '/audit-trail'],
    ['trail, field_decrypt', '/audit-trail?action=field_decrypt'],
    ['trail, rare action', '/audit-trail?action=company_update'],
    ['trail, no such action', '/audit-trail?action=key_delete'],
    ['trail with create', '/audit-trail?search=create'],
    ['trail with e', '/audit-trail?search=e'],
    ['trail with a number', '/audit-trail?search=117000'],
    ['trail with an actor, action', '/audit-trail?search=40&action=user_update'],
    ['user actions', '/audit-user-actions'],
    ['user actions of a user', '/audit-user-actions?userId=40'],
    ['user actions, rare', '/audit-user-actions?action=company_update'],
    ['user actions of a user, rare', '/audit-user-actions?userId=40&action=user_update'],
  ];
}

function registers({ importId, webhookId, companyId, individualId, reviewId }: ListTargets): Asked[] {
  return [
    ['imports', '/imports'],
    ['errors of an import', `/imports/${importId}/errors`],
    ['same records of an import', `/imports/${importId}/same-records`],
    ['consents', `/individuals/${individualId}/consents?companyId=${companyId}`],
    ['compliance', '/compliance'],
    ['history of checks', '/compliance/history'],
    ['history of a rule', '/compliance/history?ruleId=DPDP-SEC-A1'],
    ['trend of checks', '/compliance/trend'],
    ['reports', '/compliance/reports'],
    ['access reviews', '/access-reviews'],
    ['lines of a review', `/access-reviews/${reviewId}/lines`],
    ['open lines of a review', `/access-reviews/${reviewId}/lines?open=true`],
    ['purposes', '/purposes'],
    ['grievances', '/grievances'],
    ['incidents', '/incidents'],
    ['recipients', '/recipients'],
    ['erasures', '/erasures'],
    ['companies', '/companies'],
    ['companies, summary', '/companies/summary'],
    ['link agreements', '/link-agreements'],
    ['webhooks', '/webhooks'],
    ['deliveries', `/webhooks/${webhookId}/deliveries`],
    ['deliveries, dead', `/webhooks/${webhookId}/deliveries?status=dead`],
    ['deliveries, pending', `/webhooks/${webhookId}/deliveries?status=pending`],
    ['keys', '/encryption-keys'],
    ['keys, master', '/encryption-keys?keyType=master'],
    ['rotations', '/encryption-keys/rotations'],
  ];
}

function logins({ userId }: ListTargets): Asked[] {
  const hours = [24, 720];
  return [
    ['users', '/users'],
    ['users, admin', '/users?role=admin'],
    ['users, suspended', '/users?status=suspended'],
    ['users, by all filters', '/users?role=admin&status=suspended'],
    ['company roles of a user', `/users/${userId}/company-roles`],
    ['roles', '/users/roles'],
    ['own sessions', '/auth/sessions'],
    ['sessions of a user', `/users/${userId}/sessions`],
    ...hours.flatMap((h): Asked[] => [
      [`risky attempts, ${h} h`, `/security/high-risk-attempts?hours=${h}`],
      [`login statistics, ${h} h`, `/security/login-statistics?hours=${h}`],
      [`logins over time, ${h} h`, `/security/login-timeline?hours=${h}`],
      [`devices, ${h} h`, `/security/devices?hours=${h}`],
      [`threats, ${h} h`, `/security/threats?hours=${h}`],
    ]),
  ];
}

function figures(): Asked[] {
  return [
    ['dashboard', '/dashboard/metrics'],
    ['what waits on the dashboard', '/waiting'],
    ['analytics, 7 days', '/analytics?days=7'],
    ['analytics, 90 days', '/analytics?days=90'],
  ];
}
