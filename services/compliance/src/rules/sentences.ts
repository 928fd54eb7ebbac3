/**
 * What rules find, by the key of the reason; `{name}` is a parameter. Keys are stable for ever: readers translate by
 * them.
 */
export const SENTENCES = {
  INCIDENTS_UNREAD: 'The register of incidents could not be read.',
  NO_INCIDENT: 'No breach is recorded. The register alone cannot prove that none occurred.',
  INCIDENTS_LATE: 'Of {total} incidents {late} were not reported in time and {incomplete} lack a heading.',
  INCIDENTS_DUE: 'The report of {open} of {total} incidents is still due.',
  INCIDENTS_REPORTED: 'All {total} incidents were reported in time under all six headings.',
  BIRTHS_UNREAD: 'The dates of birth could not be sampled.',
  NO_BIRTH: 'No date of birth is stored, so no person is known to be a child.',
  CHILDREN_GUARDED:
    'Of {sampled} people sampled {children} are children, all with the consent of a verified guardian.',
  CHILDREN_UNGUARDED:
    'Of {sampled} people sampled {children} are children, {missing} of them without the consent of a verified guardian.',
  CONSENTS_UNREAD: 'The vault could not count the consents.',
  NO_DATA: 'No personal data is stored yet.',
  CONSENT_PROVEN:
    'All {fields} fields rest on a consent with purpose, notice version, language, channel and time.',
  CONSENT_UNPROVEN:
    'The consent of {missing} of {fields} fields names no notice version, language or channel.',
  REVEALS_UNCOMPARED: 'The reveals could not be compared with the consents.',
  REVEALS_DESTROYED: 'All revealed data has been destroyed since.',
  REVEALS_OUTSIDE: '{outside} of {total} reveals within a year were outside the purposes of the field.',
  NO_REVEAL: 'Nothing has been revealed within a year.',
  REVEALS_COVERED: 'All {total} reveals within a year were for a purpose of the field.',
  WITHDRAWALS_UNCOMPARED: 'The reveals could not be compared with the withdrawals.',
  REVEALS_AFTER_WITHDRAWAL:
    '{late} of {total} reveals within a year came more than 15 minutes after the consent was withdrawn.',
  REVEALS_STOPPED: 'None of {total} reveals within a year came more than 15 minutes after a withdrawal.',
  PURPOSES_UNREAD: 'The register of purposes could not be read.',
  NO_PURPOSE: 'No purpose is registered yet.',
  BASIS_NAMED: 'All {purposes} purposes name their lawful basis.',
  BASIS_MISSING: '{missing} of {purposes} purposes name no lawful basis.',
  RETENTION_SET: 'All {purposes} purposes have a retention period and an end event.',
  RETENTION_MISSING: '{missing} of {purposes} purposes lack a retention period or an end event.',
  DUE_UNREAD: 'The vault could not count what is due.',
  NOTHING_OVERDUE: 'None of {fields} fields is kept past its retention or without a purpose.',
  FIELDS_OVERDUE:
    '{expired} fields are kept past their retention and {ended} though every purpose ended over 30 days ago.',
  DESTROYED_UNREAD: 'The vault could not count what was destroyed.',
  DESTROYED_EARLY:
    'Data of {shreddedEarly} people was destroyed within a year of erasure, and {sealedShort} sealed entries are due early.',
  FLOOR_LOW: 'Nothing was destroyed early, but the minimum period is set to {floorDays} days.',
  FLOOR_KEPT: 'Nothing was destroyed within a year of its erasure; the minimum period is {floorDays} days.',
  SEALED_UNREAD: 'The vault could not count what is sealed.',
  NEVER_DATA: 'No personal data has been stored yet.',
  ERASURES_CERTIFIED:
    'None of {sealed} sealed entries is past its time, and all {shredded} destroyed records have a certificate.',
  ERASURES_OVERDUE:
    '{sealedOverdue} sealed entries are past their time, and {shreddedUncertified} destroyed records have no certificate.',
  DISCLOSURES_UNREAD: 'The reveals to partner systems or the register of recipients could not be read.',
  NO_DISCLOSURE: 'No value has gone to a partner system yet.',
  RECIPIENTS_NAMED:
    'The register names a recipient for all {disclosed} kinds of data that partner systems received.',
  RECIPIENTS_MISSING:
    'The register names no recipient for {missing} of {disclosed} kinds of data that partner systems received.',
  GRIEVANCES_UNREAD: 'The register of grievances could not be read.',
  NO_GRIEVANCE: 'No grievance is recorded yet, and so no published period.',
  GRIEVANCES_OVERDUE:
    '{overdue} of {total} grievances are overdue; the longest published period is {longestPeriodDays} days.',
  GRIEVANCES_LATE: 'No grievance is overdue, but {closedLate} were answered late within a year.',
  GRIEVANCES_IN_TIME: 'None of {total} grievances is or was overdue within a year.',
  STORAGE_UNREAD: 'The stored rows could not be sampled.',
  NOTHING_TO_SAMPLE: 'No personal data is stored yet, so there is nothing to sample.',
  ROWS_UNENCRYPTED: '{bad} of {sampled} sampled rows are not encrypted as they should be.',
  SAMPLE_OLD: 'All {sampled} sampled rows were encrypted, but the sample is more than {days} days old.',
  ROWS_ENCRYPTED: 'All {sampled} sampled rows are encrypted under a known key.',
  KEYS_UNREAD: 'The key service did not respond.',
  NO_KEY: 'The company has no key yet.',
  KEYS_IN_CUSTODY:
    'All {activeKeys} keys are held in the {protection} key store and within their rotation schedule.',
  KEYS_FAULTY:
    'Key store: {protection}; {overdueKeys} of {activeKeys} keys overdue; {rowsOnRetired} rows on replaced keys.',
  ACCESS_UNREAD: 'Users, allow-list or reviews could not be read.',
  ACCESS_CONTROLLED:
    'All {users} users and {credentials} API clients are in use, sources are limited, and privileged users were reviewed.',
  ACCESS_STALE:
    '{staleUsers} of {users} users and {staleCredentials} of {credentials} API clients are stale; {addresses} allowed addresses; last review {reviewedAt}.',
  ACCESS_UNREVIEWED:
    '{staleUsers} of {users} users and {staleCredentials} of {credentials} API clients are stale; {addresses} allowed addresses; last review never.',
  RIGHTS_UNREAD: 'The permissions of users could not be read.',
  RIGHTS_LEAST: 'There are {superAdmins} super admins (at most {most}), and no analyst may reveal values.',
  RIGHTS_WIDE: '{superAdmins} super admins (at most {most}); {analysts} analysts may reveal values.',
  COUNTS_UNCOMPARED: 'The counts of the vault and of the audit trail could not be compared.',
  VALUES_UNLOGGED: 'The vault revealed {unlogged} values that no audit entry names.',
  VALUES_UNCOUNTED:
    'Every value the vault counted is in the audit trail, which names {newlyUncounted} more since the last check.',
  NO_VALUE: 'No value has been revealed yet, and the audit trail says the same.',
  VALUES_LOGGED: 'All {vaultValues} revealed values that the vault counted are in the audit trail.',
  TRAIL_UNVERIFIED: 'The audit trail has not been verified yet.',
  TRAIL_BROKEN: 'The audit trail failed verification: {reason}.',
  TRAIL_BROKEN_UNKNOWN: 'The audit trail failed verification: no reason was given.',
  TRAIL_STALE: 'The audit trail was last verified more than {days} days ago.',
  CHECKPOINT_OLD: 'All {entries} entries are valid, but the newest signed checkpoint was older than an hour.',
  TRAIL_INTACT: 'All {entries} entries are valid under a checkpoint signed less than an hour before.',
  LOGS_UNREAD: 'Not every service reported how long it keeps its logs.',
  LOGS_KEPT: 'Audit entries are never deleted, and sign-in attempts are kept for {days} days.',
  LOGS_SHORT: 'Audit entries are never deleted; sign-in attempts are kept for {days} days.',
  LOGS_DELETABLE: 'Audit entries could be deleted; sign-in attempts are kept for {days} days.',
  LINKS_UNCOMPARED: 'The links could not be compared with the agreements.',
  LINKS_UNAUTHORISED: '{unauthorised} of {links} links to other companies rest on no agreement in force.',
  LINKS_AUTHORISED: 'All {links} links to other companies rest on {agreements} agreements in force.',
  LAW_UNKNOWN: 'It is not known whether this law applies: tier and data types could not be read.',
  LAW_NOT_APPLICABLE: 'This law does not apply to a company of this tier and with this data.',
  REGISTERS_UNREAD: 'The registers could not be read.',
  PURPOSES_UNREGISTERED: 'Recipients are named for {purposes} purposes that are not registered.',
  TIME_LIMITS_MISSING: 'The records name no time limit for {purposes} purposes.',
  RECORDS_KEPT: 'The records contain {purposes} purposes with time limits and {recipients} recipients.',
  TRANSPORT_UNREAD: 'It is not known how connections are secured.',
  CALLS_IN_PROCESS: 'Calls between services: inside one process.',
  CALLS_MTLS: 'Calls between services: mutual TLS.',
  CALLS_PLAIN: 'Calls between services: not encrypted.',
  CALLS_OTHER: 'Calls between services: {between}.',
  CONSOLE_SECURE: 'The console is behind https or on the same machine.',
  CONSOLE_INSECURE: 'The console is not behind https or on the same machine.',
  LOGINS_UNREAD: 'The sign-in rules could not be read.',
  LOGINS_UNTHROTTLED: 'Repeated failed sign-ins are not throttled.',
  PASSWORDS_SHORT:
    'The shortest password accepted has {characters} characters; sign-ins of high risk are refused.',
  RISK_RECORDED:
    'The shortest password accepted has {characters} characters; the risk of sign-ins is only recorded.',
  LOGINS_STRONG:
    'Passwords have at least {characters} characters, and risky or repeated sign-ins are refused.',
} as const;
