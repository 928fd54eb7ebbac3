import { dashboard } from './dashboard.ts';
import { figure, series } from './panel.ts';
import { events, httpRed, pools, processes } from './parts.ts';

const API = '{route=~"/api/.*"}';
const count = 'piivault_http_request_duration_seconds_count';

/** The first page that an operator opens: whether something is wrong, and where. */
export const overview = dashboard('pii-vault-overview', 'PII Vault: overview', [
  {
    title: 'At a glance',
    panels: [
      figure(
        'Failed requests, 1 h',
        'Share of 5xx among the answers of the API; the objective is 0.05 % in 30 days',
        'percentunit',
        'piivault:http_errors:ratio_rate1h',
        [0.0005, 0.0072],
      ),
      figure('Requests', 'Per second', 'reqps', `sum(rate(${count}${API}[5m]))`, [1e9, 1e9]),
      figure(
        'Oldest unshipped event',
        'Over all services',
        's',
        'max(piivault_outbox_oldest_seconds)',
        [60, 300],
      ),
      figure(
        'Consumers stopped',
        'Stopped at a message that they cannot handle',
        'short',
        'sum(piivault_consumer_stopped)',
        [1, 1],
      ),
      figure(
        'Age of the checkpoint',
        'The audit tree is signed every minute while it grows, otherwise every half hour',
        's',
        'time() - max(piivault_audit_checkpoint_timestamp_seconds)',
        [2100, 2700],
      ),
      figure(
        'Age of the backup',
        'Reported by `pii-vault backup --metrics`',
        's',
        'time() - max(piivault_backup_last_success_timestamp_seconds)',
        [86_400, 93_600],
      ),
    ],
  },
  { title: 'API', panels: httpRed() },
  {
    title: 'Keys, audit, compliance',
    panels: [
      series('Key operations by outcome', 'Operations of the key store', 'ops', [
        'sum by (operation, outcome) (rate(piivault_key_store_operation_duration_seconds_count[5m]))',
        '{{operation}} {{outcome}}',
      ]),
      series(
        'Audit entries',
        'Entries in the tree, and entries that the newest checkpoint covers',
        'short',
        ['max(piivault_audit_tree_entries)', 'in the tree'],
        ['max(piivault_audit_checkpoint_entries)', 'signed'],
      ),
      series('Checks by status', 'Latest check of each rule and company', 'short', [
        'max by (regulation, status) (piivault_compliance_checks{status=~"violation|warning|unknown"})',
        '{{regulation}} {{status}}',
      ]),
    ],
  },
  events('.+'),
  { title: 'Database', panels: pools('.+') },
  processes('.+'),
]);
