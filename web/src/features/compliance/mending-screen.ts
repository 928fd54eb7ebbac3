import type { Permission } from '@pii-vault/contract/permissions';

/** A screen of the console, with the permission that its route checks. */
export interface MendingScreen {
  readonly path: string;
  /** Key below `nav.` in the shell's texts. */
  readonly text: string;
  readonly permission: Permission;
}

const screenOf = (text: string, path: string, permission: Permission): MendingScreen => ({
  text,
  path,
  permission,
});
const encryption = screenOf('encryption', '/encryption', 'encryption:manage');
const keys = screenOf('keys', '/encryption-keys', 'encryption:manage');
const users = screenOf('users', '/users', 'users:manage');
const accessControl = screenOf('accessControl', '/access-control', 'access:manage');
const audit = screenOf('audit', '/audit', 'audit:read');
const individuals = screenOf('individuals', '/individuals', 'pii:read');
const lineage = screenOf('lineage', '/data-lineage', 'lineage:read');
const purposes = screenOf('purposes', '/purposes', 'compliance:read');
const recipients = screenOf('recipients', '/recipients', 'compliance:read');
const incidents = screenOf('incidents', '/incidents', 'compliance:read');
const grievances = screenOf('grievances', '/grievances', 'compliance:read');
const erasures = screenOf('erasures', '/erasures', 'pii:erase');

/**
 * The screen on which somebody mends what a rule finds, by rule id. Access reviews are recorded on the compliance
 * screen itself.
 */
export const mendingScreens: Readonly<Record<string, MendingScreen>> = {
  'DPDP-SEC-A1': encryption,
  'DPDP-SEC-A2': keys,
  'DPDP-SEC-B1': accessControl,
  'DPDP-SEC-B2': users,
  'DPDP-SEC-C1': audit,
  'DPDP-SEC-C2': audit,
  'DPDP-SEC-E1': audit,
  'DPDP-CON-01': individuals,
  'DPDP-CON-02': purposes,
  'DPDP-CON-05': audit,
  'DPDP-CON-06': purposes,
  'DPDP-BR-03': incidents,
  'DPDP-RET-01': purposes,
  'DPDP-RET-02': erasures,
  'DPDP-RET-03': erasures,
  'DPDP-RET-04': erasures,
  'DPDP-RGT-02': recipients,
  'DPDP-RGT-04': grievances,
  'DPDP-CHD-01': individuals,
  'DPDP-XFR-01': lineage,
  'GDPR-5-1B': purposes,
  'GDPR-5-1E': purposes,
  'GDPR-17': erasures,
  'GDPR-30': recipients,
  'GDPR-32': encryption,
  'HIPAA-312-A': accessControl,
  'HIPAA-312-B': audit,
  'HIPAA-312-C': audit,
  'HIPAA-312-E': encryption,
  'PCI-3-5-1': encryption,
  'PCI-7-2': users,
  'PCI-8-3': accessControl,
  'PCI-10-2': audit,
  'PCI-10-5': audit,
};
