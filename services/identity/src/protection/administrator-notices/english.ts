import { roleLabel } from '../../accounts/roles/role.ts';
import type { NoticeFacts, Phrases, Words } from './notice-words.ts';

const BUDGETS: Readonly<Record<string, string>> = {
  reveal: 'people whose values are revealed',
  bulk: 'people of bulk reveals',
  search: 'searches by value',
  export: 'exported people',
  conflict: 'answers about external ids that are taken',
  answer: 'answers that show whether a stored value is equal',
  import_answer: 'imported rows that show whether a stored value is equal',
  erasure: 'erased people and deleted values',
};

/** Hourly budgets, which no approval raises; the others are per day of the company. */
const HOURLY: ReadonlySet<string> = new Set(['answer', 'import_answer']);

/** These alarms stop nothing: imports, new agreements, and people of the other company added later. */
const STOPS_NOTHING: ReadonlySet<string> = new Set(['PROBE_IMPORTS', 'PROBE_BULK', 'PROBE_WAITING']);

function probe({ company, otherCompany, reason, credential }: NoticeFacts): Words {
  const subject = 'Matching in PII Vault is used to probe for people';
  if (STOPS_NOTHING.has(reason))
    return [
      'Unusually many links between two companies in PII Vault',
      `An import, a new agreement or people entered later created unusually many links between company ${company} and company ${otherCompany}. Nothing is stopped.`,
    ];
  if (credential === '')
    return [
      subject,
      `A credential of company ${otherCompany} wrote records that look like guesses about people of company ${company}. Its new links are not shown.`,
    ];
  return [
    subject,
    `The credential ${credential} wrote records in company ${company} that look like guesses about people of company ${otherCompany}. Its new links are not shown. The Security Dashboard says whether it is stopped from writing in company ${company}, and lifts the stop.`,
  ];
}

const attack = (what: string): Words => [
  'Many sign-ins to PII Vault are failing',
  `${what} Check whether one of the sign-ins succeeded, and block the source.`,
];

export const ENGLISH: Phrases = {
  of: {
    matching_probe: probe,
    probe_stop_lift: ({ company, otherCompany, credential }) => [
      'A stopped credential may write again in PII Vault',
      credential === ''
        ? `Company ${otherCompany} lifted the stop of a credential that was used to probe for people of company ${company}.`
        : `The stop of the credential ${credential} in company ${company} was lifted: it may write again.`,
    ],
    budget_alarm: ({ company, budget }) =>
      HOURLY.has(budget)
        ? [
            'A limit of the hour was reached in PII Vault',
            `An account reached the limit of the hour for ${BUDGETS[budget] ?? budget} in company ${company}. Further calls are refused until the next hour.`,
          ]
        : [
            'A limit of the day was reached in PII Vault',
            `An account reached the limit of the day for ${BUDGETS[budget] ?? budget} in company ${company}. Further calls are refused until the company's day ends, or until another person approves them.`,
          ],
    event_refused: ({ topic }) => [
      'A forged event was refused in PII Vault',
      `An event on the topic ${topic} had a wrong signature or sender. It was refused. Someone may be writing to the event bus in the name of a service.`,
    ],
    integrity_error: ({ company }) => [
      'A stored value in PII Vault was changed outside the vault',
      `A value of company ${company} could not be decrypted: its ciphertext was changed or moved. It was not shown. Check who can write to the database.`,
    ],
    audit_verify: () => [
      'The audit trail of PII Vault failed verification',
      'A check of the audit trail found a changed or missing entry, or a checkpoint could not be signed.',
    ],
    intake_stopped: ({ producer }) => [
      'The audit trail of PII Vault does not accept entries of a service',
      `Entries of the service ${producer} are not accepted: one is missing, or was received again with different content. They wait on the event bus. Kafka deletes them after its retention time (168 hours by default): remove the cause before that.`,
    ],
    credential_stuffing: () =>
      attack('One source works through a list of accounts, most of which do not exist.'),
    password_spraying: () => attack('One source tries a few passwords on many accounts.'),
    password_guessing: () => attack('Many passwords are tried on one account.'),
    data_erase: ({ company }) => [
      'A person was erased in PII Vault',
      `An account erased a person of company ${company}, which cannot be undone. This email is sent once a day for each account: the audit trail names each erasure, and more than the limit of the day need another person.`,
    ],
    key_destroy: ({ company, keyPurpose, keyVersion }) => [
      'An encryption key was destroyed in PII Vault',
      `An account destroyed version ${keyVersion} of the ${keyPurpose} key of ${company === '' ? 'the deployment' : `company ${company}`}, which encrypted nothing any more. This email is sent once a day for each account: the audit trail names each key.`,
    ],
    webhook_create: ({ company, object }) => [
      'A webhook was created in PII Vault',
      `Webhook ${object} of company ${company} was created. It sends events of the company to another system.`,
    ],
    webhook_update: ({ company, object }) => [
      'A webhook was changed in PII Vault',
      `Webhook ${object} of company ${company} was changed.`,
    ],
    webhook_secret_rotate: ({ company, object }) => [
      'The secret of a webhook was replaced in PII Vault',
      `Webhook ${object} of company ${company} has a new secret. The former one signs for another 24 hours.`,
    ],
    link_agreement_create: ({ company, otherCompany, object }) => [
      'A link agreement was proposed in PII Vault',
      `Link agreement ${object} between company ${company} and company ${otherCompany} was proposed. Once it is accepted, people of both companies are compared.`,
    ],
    link_agreement_accept: ({ company, otherCompany, object }) => [
      'A link agreement was accepted in PII Vault',
      `Link agreement ${object} between company ${company} and company ${otherCompany} was accepted. People of both companies are compared.`,
    ],
    access_rule_add: ({ ruleKind }) => [
      'The access list of PII Vault was changed',
      `A rule was added to the list of allowed ${ruleKind === 'domain' ? 'hosts' : 'addresses'}.`,
    ],
    access_rule_remove: ({ ruleKind }) => [
      'The access list of PII Vault was changed',
      `A rule was removed from the list of allowed ${ruleKind === 'domain' ? 'hosts' : 'addresses'}. An empty list allows access from everywhere.`,
    ],
    address_unblock: () => ['A block was removed in PII Vault', 'A blocked address may send requests again.'],
    user_delete: ({ object }) => ['A user was deleted in PII Vault', `User ${object} was deleted.`],
    user_disable: ({ object, reason }) => [
      'A user was disabled in PII Vault',
      reason === 'ADDRESS_RELEASED'
        ? `User ${object} was disabled and lost its e-mail address: nobody used the account for 14 days, and an administrator of another company entered the address. If the person works for your company, ask a super admin to give the other account a role there.`
        : `User ${object} was disabled: the user cannot sign in, and sessions and credentials have ended.`,
    ],
    company_update: ({ company }) => [
      'A company was changed in PII Vault',
      `The name, code or tier of company ${company} was changed.`,
    ],
    company_status: ({ company, status }) => [
      'The status of a company was changed in PII Vault',
      `Company ${company} is now ${status}. Data of a suspended company can be neither read nor written.`,
    ],
    company_reactivation_request: ({ company }) => [
      'The reactivation of a company was requested in PII Vault',
      `An administrator requested the reactivation of the suspended company ${company}. Its data stays closed until a super admin activates it. The console shows the reason.`,
    ],
    company_reactivation_refuse: ({ company }) => [
      'The reactivation of a company was refused in PII Vault',
      `A super admin refused to reactivate company ${company}. It stays suspended. Its administrators can request it again 24 hours after the last request.`,
    ],
    webhook_delete: ({ company, object }) => [
      'A webhook was deleted in PII Vault',
      `Webhook ${object} of company ${company} was deleted. It sends no more events.`,
    ],
    link_agreement_end: ({ company, otherCompany, object }) => [
      'A link agreement was ended in PII Vault',
      `Link agreement ${object} between company ${company} and company ${otherCompany} was ended. Its links are removed.`,
    ],
    factor_policy_update: ({ company, removed }) => [
      'Fewer roles must have a second factor in PII Vault',
      `Company ${company} no longer requires a second factor of: ${removed.split(' ').map(roleLabel).join(', ')}.`,
    ],
  },
  unknown: ['A security event in PII Vault', 'A security event was entered in the audit trail.'],
  hello: (firstName) => `Hello ${firstName},`,
  by: (actor) => `By: ${actor}`,
  when: (time) => `When: ${time}`,
  user: (id) => `user ${id}`,
  client: (id, user) => `API client ${id} of ${user}`,
  service: (name) => `service ${name}`,
  open: 'See it in the console:',
  advice: 'If you did not expect this, check who uses the account and end its sessions and credentials.',
  last: 'This is the last mail of this kind about this account until midnight UTC. The audit trail shows further ones.',
};
