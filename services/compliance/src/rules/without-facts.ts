import { DPDP_ACT_2023, DPDP_RULES_2025, GDPR, HIPAA, PCI_DSS, type Rule, unknown } from './rule.ts';

type Described = readonly [id: string, checkType: string, title: string, reference: string, reason: string];
type Law = Pick<Rule, 'regulationType' | 'lawVersion' | 'inForceFrom' | 'appliesTo'>;

/** Rules whose fact no service gives yet: listed, never green, each with what is missing. */
function withoutFacts(law: Law, rules: readonly Described[]): Rule[] {
  return rules.map(([id, checkType, title, reference, reason]) => ({
    ...law,
    id,
    checkType,
    title,
    reference,
    evaluate: () => unknown(`Not measured: ${reason}.`),
  }));
}

const act: Law = { regulationType: 'dpdp', ...DPDP_ACT_2023 };
const rules: Law = { regulationType: 'dpdp', ...DPDP_RULES_2025 };
const consentFacts = 'the vault gives no count of fields by the consent they rest on';
const erasureFacts = 'the vault gives no count of withdrawn, sealed and shredded rows';
const accessFacts = 'identity gives no list of last uses and reviews of users and credentials';

export const RULES_WITHOUT_FACTS: readonly Rule[] = [
  ...withoutFacts(act, [
    [
      'DPDP-CON-01',
      'proof_of_consent',
      'Every field has proof of consent',
      'DPDP Act, 2023, s.6(1), 6(10)',
      consentFacts,
    ],
    [
      'DPDP-CON-02',
      'purpose_limitation',
      'Values are revealed for their purposes only',
      'DPDP Act, 2023, s.6(1)',
      'no service compares the purpose of each reveal with the consent of its field',
    ],
    [
      'DPDP-CON-05',
      'stop_after_withdrawal',
      'Reveals stop after a withdrawal',
      'DPDP Act, 2023, s.6(6)',
      'no service compares the times of reveals and withdrawals',
    ],
    [
      'DPDP-RET-02',
      'erased_when_due',
      'Data is erased when it is due',
      'DPDP Act, 2023, s.8(7)(a)',
      erasureFacts,
    ],
    [
      'DPDP-RGT-02',
      'access_answer',
      'The answer to an access request is complete',
      'DPDP Act, 2023, s.11',
      'reveals are not recorded by recipient',
    ],
    [
      'DPDP-CHD-01',
      'children',
      'Children have verified parental consent',
      'DPDP Act, 2023, s.9, Rule 10',
      'the vault gives no count of people below 18 and of parental consents',
    ],
    [
      'DPDP-XFR-01',
      'cross_company_links',
      'Links across companies are authorised',
      'DPDP Act, 2023, s.6, s.16',
      'lineage gives no list of links by their agreement',
    ],
  ]),
  ...withoutFacts(rules, [
    [
      'DPDP-SEC-A2',
      'key_custody',
      'Keys are kept safe and are not old',
      'DPDP Rules, 2025, Rule 6(1)(a)',
      'the key service tells services neither custody nor age of keys',
    ],
    [
      'DPDP-SEC-B1',
      'access_control',
      'Access is controlled and reviewed',
      'DPDP Rules, 2025, Rule 6(1)(b)',
      accessFacts,
    ],
    [
      'DPDP-SEC-B2',
      'least_privilege',
      'Nobody has more rights than needed',
      'DPDP Rules, 2025, Rule 6(1)(b)',
      'identity gives no list of users by their rights',
    ],
    [
      'DPDP-SEC-E1',
      'log_retention',
      'Logs are kept a year',
      'DPDP Rules, 2025, Rule 6(1)(e)',
      'no store tells its retention',
    ],
    [
      'DPDP-RET-03',
      'one_year_floor',
      'Nothing is destroyed before the floor',
      'DPDP Rules, 2025, Rule 8(3)',
      erasureFacts,
    ],
    [
      'DPDP-RET-04',
      'really_erased',
      'What is past the floor is destroyed',
      'DPDP Rules, 2025, Rule 8(3)',
      erasureFacts,
    ],
  ]),
  ...withoutFacts(GDPR, [['GDPR-17', 'erasure', 'Erasure is carried out', 'GDPR Art. 17', erasureFacts]]),
  ...withoutFacts(HIPAA, [
    [
      'HIPAA-312-A',
      'access_control',
      'Users are unique and access is controlled',
      '45 CFR 164.312(a)',
      accessFacts,
    ],
    [
      'HIPAA-312-E',
      'transmission_security',
      'Transmission is secured',
      '45 CFR 164.312(e)',
      'no service tells how its connections are secured',
    ],
  ]),
  ...withoutFacts(PCI_DSS, [
    [
      'PCI-7-2',
      'need_to_know',
      'Access is limited by need to know',
      'PCI DSS v4.0.1, 7.2',
      'identity gives no list of users by their rights',
    ],
    ['PCI-8-3', 'strong_authentication', 'Authentication is strong', 'PCI DSS v4.0.1, 8.3', accessFacts],
    [
      'PCI-10-5',
      'log_retention',
      'Logs are kept a year',
      'PCI DSS v4.0.1, 10.5',
      'no store tells its retention',
    ],
  ]),
];
