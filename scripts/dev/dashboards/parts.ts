import { type Panel, type Row, series } from './panel.ts';

const P99 = (metric: string, by: string, filter: string) =>
  `histogram_quantile(0.99, sum by (${by}, le) (rate(piivault_${metric}_bucket${filter}[5m])))`;

/** Rate, errors and duration of series that match `filter` (labels in braces). */
export function rpcRed(filter: string): Panel[] {
  const errors = filter.replace(
    '}',
    ',code!~"OK|NOT_FOUND|INVALID_ARGUMENT|PERMISSION_DENIED|UNAUTHENTICATED"}',
  );
  const count = 'piivault_rpc_server_duration_seconds_count';
  return [
    series('RPCs by method', 'Answered calls with any code', 'reqps', [
      `sum by (method) (rate(${count}${filter}[5m]))`,
      '{{method}}',
    ]),
    series('RPC errors by method', 'Without codes that the caller causes', 'reqps', [
      `sum by (method, code) (rate(${count}${errors}[5m]))`,
      '{{method}} {{code}}',
    ]),
    series('RPC p99 by method', 'Measured in the answering process', 's', [
      P99('rpc_server_duration_seconds', 'method', filter),
      '{{method}}',
    ]),
  ];
}

export function httpRed(): Panel[] {
  const count = 'piivault_http_request_duration_seconds_count';
  return [
    series('Requests by status', 'All answers of the gateway', 'reqps', [
      `sum by (status) (rate(${count}[5m]))`,
      '{{status}}',
    ]),
    series('Errors by route', '5xx, which count against the error budget', 'reqps', [
      `sum by (method, route, status) (rate(${count}{status=~"5.."}[5m]))`,
      '{{method}} {{route}} {{status}}',
    ]),
    series('p99 by route', 'The ten slowest routes', 's', [
      `topk(10, ${P99('http_request_duration_seconds', 'route', '{route=~"/api/.*"}')})`,
      '{{route}}',
    ]),
  ];
}

/** Use and saturation of a service's connections to PostgreSQL. */
export function pools(service: string): Panel[] {
  const of = `{service=~"${service}"}`;
  return [
    series('Connections in use', 'Share of the maximum connections, by pool', 'percentunit', [
      `sum by (service, pool) (piivault_db_client_connection_count{service=~"${service}",state="used"})
          / sum by (service, pool) (piivault_db_client_connection_max${of})`,
      '{{service}} {{pool}}',
    ]),
    series('Waiting for a connection', 'Waiting callers; maximum 1,000', 'short', [
      `sum by (service, pool) (piivault_db_client_connection_pending_requests${of})`,
      '{{service}} {{pool}}',
    ]),
  ];
}

export function events(service: string): Row {
  const of = `{service=~"${service}"}`;
  return {
    title: 'Events',
    panels: [
      series('Outbox', 'Committed events that are not yet on the bus', 'short', [
        `max by (service) (piivault_outbox_rows${of})`,
        '{{service}}',
      ]),
      series('Oldest event in the outbox', 'Reveals stop at 24 h', 's', [
        `max by (service) (piivault_outbox_oldest_seconds${of})`,
        '{{service}}',
      ]),
      series('Events shipped', 'By the relay of each service', 'cps', [
        `sum by (service) (rate(piivault_outbox_shipped_total${of}[5m]))`,
        '{{service}}',
      ]),
      series('Consumer lag', 'Messages on the bus that consumers have not handled', 'short', [
        `max by (service) (piivault_consumer_lag_messages${of})`,
        '{{service}}',
      ]),
    ],
  };
}

/** Resources of each process; the scrape configuration sets the target label `component`. */
export function processes(component: string): Row {
  const of = `{job="pii-vault",component=~"${component}|pii-vault"}`;
  const by = '{{component}} {{instance}}';
  return {
    title: 'Processes',
    panels: [
      series('CPU', 'Cores', 'short', [`rate(process_cpu_seconds_total${of}[5m])`, by]),
      series('Memory', 'Resident', 'bytes', [`process_resident_memory_bytes${of}`, by]),
      series('Event-loop delay (p99)', 'The gateway sheds load above 0.2 s', 's', [
        `nodejs_eventloop_lag_p99_seconds${of}`,
        by,
      ]),
    ],
  };
}
