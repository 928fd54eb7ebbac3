/** A row of audit_trail as text and bytes, so that no conversion loses precision. */
export interface EntryRow {
  readonly leaf_index: string;
  readonly company_id: string;
  readonly company_seq: string;
  readonly producer: string;
  readonly epoch: string;
  readonly seq: string;
  readonly individual_id: string | null;
  readonly pii_field_id: string | null;
  readonly action: string;
  readonly actor_type: string;
  readonly actor_id: string;
  readonly details: string;
  readonly compliance_flags: string;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly stamped_at: string;
  readonly leaf: Buffer;
  readonly salt: Buffer;
  readonly leaf_hash: Buffer;
}

export const ENTRY_ROWS = `SELECT t.leaf_index::text, company_id::text, company_seq::text, producer, epoch::text,
    seq::text, individual_id::text, pii_field_id::text, action, actor_type, actor_id, details::text,
    compliance_flags::text, ip_address, user_agent, leaf, salt, leaf_hash,
    to_char("timestamp" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS stamped_at
  FROM audit_trail t WHERE t.leaf_index > $1 ORDER BY t.leaf_index LIMIT $2`;

type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Entry = { [name: string]: Value };

/** The entry if the bytes are its canonical form (RFC 8785), else undefined. */
export function readEntry(bytes: Buffer): Entry | undefined {
  try {
    const entry: Value = JSON.parse(bytes.toString('utf8'));
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
    return Buffer.from(canonical(entry)).equals(bytes) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Canonical JSON (RFC 8785): sorted members, scalars as JSON.stringify prints them. */
function canonical(value: Value): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join()}}`;
}

/** The first column whose value differs from the entry's. */
export function differingColumn(row: EntryRow, entry: Entry): string | undefined {
  const scalars: Record<string, [stored: string | null, entered: string | null]> = {
    company_id: [row.company_id, textOf(entry.companyId) ?? '0'],
    company_seq: [row.company_seq, textOf(entry.companySeq)],
    producer: [row.producer, textOf(entry.producer)],
    epoch: [row.epoch, textOf(entry.epoch)],
    seq: [row.seq, textOf(entry.seq)],
    individual_id: [row.individual_id, textOf(entry.individualId)],
    pii_field_id: [row.pii_field_id, textOf(entry.piiFieldId)],
    action: [row.action, textOf(entry.action)],
    actor_type: [row.actor_type, textOf(entry.actorType) ?? ''],
    actor_id: [row.actor_id, textOf(entry.actorId) ?? ''],
    ip_address: [row.ip_address, textOf(entry.ipAddress) ?? ''],
    user_agent: [row.user_agent, textOf(entry.userAgent) ?? ''],
    timestamp: [row.stamped_at, `${textOf(entry.timestamp)?.replace(/Z$/, '')}000`],
    details: [canonical(JSON.parse(row.details)), canonical(detailsOf(entry))],
    compliance_flags: [canonical(JSON.parse(row.compliance_flags)), canonical(flagsOf(entry))],
  };
  return Object.keys(scalars).find((name) => scalars[name]?.[0] !== scalars[name]?.[1]);
}

function textOf(value: Value | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}

const IN_DETAILS = [
  'producer',
  'fieldNames',
  'onBehalfOf',
  'purpose',
  'decision',
  'reason',
  'requestId',
  'ticket',
];

function detailsOf(entry: Entry): Entry {
  const details: Entry = {};
  for (const name of [...IN_DETAILS, 'objectIds', 'counts', 'individualIds']) {
    const value = entry[name];
    if (value !== undefined) details[name] = value;
  }
  const { fieldNames, objectIds } = entry;
  if (Array.isArray(fieldNames) && fieldNames.length === 1) details.fieldType = fieldNames[0] ?? null;
  if (entry.action === 'compliance_violation' && isObject(objectIds) && objectIds.ruleId !== undefined)
    details.violationType = objectIds.ruleId;
  return details;
}

function flagsOf(entry: Entry): Entry {
  const violation = entry.action === 'compliance_violation';
  const shownWithoutPurpose =
    entry.ticket === 'reveal' && entry.decision !== 'refused' && entry.purpose === undefined;
  return { violation, dpdpCompliant: !violation && !shownWithoutPurpose };
}

function isObject(value: Value | undefined): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
