import { dashboard } from './dashboard.ts';
import { type Panel, series } from './panel.ts';
import { events, httpRed, pools, processes, rpcRed } from './parts.ts';

const SERVICES = ['identity', 'tenancy', 'vault', 'crypto', 'lineage', 'audit', 'compliance'] as const;
type Service = (typeof SERVICES)[number];

/** Panels that only one service has. */
const OWN: Partial<Record<Service, readonly Panel[]>> = {
  identity: [
    series('Sign-ins refused', 'Passwords that were not checked because the queue was full', 'cps', [
      'sum(rate(piivault_password_hashes_refused_total[5m]))',
      'refused',
    ]),
  ],
  crypto: [
    series('Key operations by outcome', 'Operations of the key store', 'ops', [
      'sum by (operation, outcome) (rate(piivault_key_store_operation_duration_seconds_count[5m]))',
      '{{operation}} {{outcome}}',
    ]),
    series('Key store p99', 'By operation', 's', [
      'histogram_quantile(0.99, sum by (operation, le) (rate(piivault_key_store_operation_duration_seconds_bucket[5m])))',
      '{{operation}}',
    ]),
  ],
  audit: [
    series(
      'Audit entries',
      'Entries in the tree, and entries that the newest checkpoint covers',
      'short',
      ['max(piivault_audit_tree_entries)', 'in the tree'],
      ['max(piivault_audit_checkpoint_entries)', 'signed'],
    ),
    series('Age of the checkpoint', 'The tree is signed every minute while it grows', 's', [
      'time() - max(piivault_audit_checkpoint_timestamp_seconds)',
      'age',
    ]),
    series('Entries received', 'By producer', 'cps', [
      'sum by (consumer) (rate(piivault_consumer_messages_total{consumer=~"audit-intake-.*"}[5m]))',
      '{{consumer}}',
    ]),
  ],
  compliance: [
    series('Checks by status', 'Latest check of each rule and company', 'short', [
      'max by (regulation, status) (piivault_compliance_checks)',
      '{{regulation}} {{status}}',
    ]),
  ],
};

function serviceDashboard(service: Service): object {
  const own = OWN[service];
  return dashboard(`pii-vault-${service}`, `PII Vault: ${service}`, [
    { title: 'RPCs', panels: rpcRed(`{method=~"piivault.${service}.v1.*"}`) },
    ...(own === undefined ? [] : [{ title: `Only ${service}`, panels: own }]),
    events(service),
    { title: 'Database', panels: pools(service) },
    processes(service),
  ]);
}

export const gateway = dashboard('pii-vault-gateway', 'PII Vault: gateway', [
  { title: 'API', panels: httpRed() },
  {
    title: 'Edge',
    panels: [
      series('Untrusted forwarding', 'X-Forwarded-For from an unconfigured address', 'cps', [
        'sum(rate(piivault_http_untrusted_forwarding_total[5m]))',
        'requests',
      ]),
    ],
  },
  processes('gateway'),
]);

/** Name of each service and its dashboard. */
export const serviceDashboards: readonly (readonly [string, object])[] = [
  ['gateway', gateway],
  ...SERVICES.map((service) => [service, serviceDashboard(service)] as const),
];
