/** What a fresh vault that fillLists has filled is asked for. */
export interface ListTargets {
  readonly companyId: number;
  readonly importId: number;
  readonly individualId: number;
  readonly masterKey: string;
}

type Call = [name: string, path: string];

/** Every list of the API and the calls that speak of all rows, by name; paths below /api. */
export function listCalls(targets: ListTargets): Call[] {
  const own = `companyId=${targets.companyId}`;
  return [...people(targets, own), ...links(own), ...others(targets, own)];
}

function people({ individualId, masterKey }: ListTargets, own: string): Call[] {
  return [
    ['individuals', `/individuals?${own}`],
    ['individuals of all companies', '/individuals'],
    ...['-id', 'updatedAt', '-updatedAt', 'quality', '-quality'].map(
      (sort): Call => [`individuals by ${sort}`, `/individuals?${own}&sort=${sort}`],
    ),
    ['individuals of high quality', `/individuals?${own}&quality=high`],
    ['individuals of low quality, newest first', `/individuals?${own}&quality=low&sort=-updatedAt`],
    ['individuals of high quality, newest first', `/individuals?${own}&quality=high&sort=-updatedAt`],
    ['individuals by id', `/individuals?${own}&search=IND_${individualId}`],
    ['individuals by a digit', `/individuals?${own}&search=1`],
    ['individuals by master key', `/individuals?${own}&search=${masterKey.slice(0, 8)}`],
    ['individuals, summary', `/individuals/summary?${own}`],
    ['consents', `/individuals/${individualId}/consents?${own}`],
  ];
}

function links(own: string): Call[] {
  return [
    ['entries', '/data-lineage/entries'],
    ['entries of one company', `/data-lineage/entries?${own}`],
    ['entries by type', '/data-lineage/entries?type=same_individual'],
    ['entries by a rare status', '/data-lineage/entries?status=rejected'],
    ['entries by status and band', '/data-lineage/entries?status=pending&confidence=low'],
    ['entries by a part of a type', '/data-lineage/entries?search=dup'],
    ...['1', '17', '173', '1734', '173455', 'IND_173455'].map(
      (search): Call => [`entries by ${search}`, `/data-lineage/entries?search=${search}`],
    ),
    ['entries of an individual', '/data-lineage/entries?individualId=173455'],
    ['graph', '/data-lineage'],
    ['links, summary', '/data-lineage/summary'],
    ['links, analysis', '/data-lineage/analysis'],
    ['duplicates', '/duplicates'],
  ];
}

function others({ importId }: ListTargets, own: string): Call[] {
  return [
    ['audit trail', '/audit-trail'],
    ['audit trail of one company', `/audit-trail?${own}`],
    ['audit trail by action', `/audit-trail?${own}&action=user_update`],
    ['audit trail by a part of an action', '/audit-trail?search=create'],
    ['audit trail by a number', '/audit-trail?search=117000'],
    ['audit trail by actor and action', '/audit-trail?search=7&action=user_update'],
    ['user actions', '/audit-user-actions'],
    ['user actions by user', '/audit-user-actions?userId=40'],
    ['user actions by action', `/audit-user-actions?${own}&action=user_update`],
    ['imports', `/imports?${own}`],
    ['errors of an import', `/imports/${importId}/errors`],
    ['compliance', '/compliance'],
    ['compliance, history', '/compliance/history'],
    ['compliance, history of a rule', `/compliance/history?${own}&ruleId=DPDP-SEC-A1`],
    ['purposes', '/purposes'],
    ['grievances', '/grievances'],
    ['incidents', '/incidents'],
    ['recipients', '/recipients'],
    ['companies', '/companies'],
    ['link agreements', '/link-agreements'],
    ['webhooks', '/webhooks'],
    ['users', '/users'],
    ['encryption keys', '/encryption-keys'],
    ['risky attempts', '/security/high-risk-attempts?hours=720'],
    ['login statistics', '/security/login-statistics?hours=720'],
    ['devices', '/security/devices?hours=720'],
    ['threats', '/security/threats?hours=720'],
    ['dashboard', '/dashboard/metrics'],
    ['analytics of 90 days', '/analytics?days=90'],
  ];
}
