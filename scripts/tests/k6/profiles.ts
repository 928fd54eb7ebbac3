import type { Options, Scenario } from 'k6/options';

/** Names of the functions that main.ts exports. */
type Journey =
  | 'partnerCreatesAndReveals'
  | 'partnerReveals'
  | 'partnerSearches'
  | 'partnerSendsBatch'
  | 'partnerImportsAndExports'
  | 'consoleUser';

/** Shares of a mixed load: iterations per second of each journey at a rate of 1. */
const MIX: Readonly<Record<Journey, number>> = {
  partnerCreatesAndReveals: 0.4,
  partnerReveals: 0.3,
  partnerSearches: 0.2,
  partnerSendsBatch: 0.05,
  partnerImportsAndExports: 0.005,
  consoleUser: 0.045,
};
const JOURNEYS = Object.keys(MIX) as Journey[];

interface Stage {
  readonly target: number;
  readonly duration: string;
}

/** Default of LOAD_RATE: iterations per second over all journeys. */
const RATE = Number(__ENV.LOAD_RATE || 20);

const PROFILES: Readonly<Record<string, readonly Stage[]>> = {
  load: [
    { target: RATE, duration: '1m' },
    { target: RATE, duration: '5m' },
    { target: 0, duration: '30s' },
  ],
  stress: [
    { target: RATE, duration: '1m' },
    { target: 2 * RATE, duration: '3m' },
    { target: 3 * RATE, duration: '3m' },
    { target: 0, duration: '1m' },
  ],
  soak: [
    { target: RATE / 2, duration: '2m' },
    { target: RATE / 2, duration: __ENV.LOAD_SOAK || '2h' },
  ],
  spike: [
    { target: RATE / 4, duration: '1m' },
    { target: 5 * RATE, duration: '10s' },
    { target: 5 * RATE, duration: '1m' },
    { target: RATE / 4, duration: '10s' },
    { target: RATE / 4, duration: '2m' },
  ],
  // Starts near zero, so that the first failure marks the limit.
  breakpoint: [
    { target: 1, duration: '10s' },
    { target: Number(__ENV.LOAD_MOST || 500), duration: '10m' },
  ],
};

/** Objectives: availability 99.95 %, and the 99th percentile of each journey in ms. */
const P99_MS: Readonly<Record<string, number>> = {
  create: 500,
  profile: 300,
  reveal: 500,
  search: 300,
  batch: 3_000,
  import: 3_000,
  export: 10_000,
  login: 3_000,
  list: 500,
};

/** Multiplies the latency objectives, for a shared machine; a breakpoint then ends at the first failed requests. */
const SLOWER = Number(__ENV.LOAD_SLOWER || 1);

/** @throws Error with the names of the profiles if `name` is none of them */
export function optionsOf(profile: string): Options {
  const stages = PROFILES[profile];
  if (stages === undefined && profile !== 'smoke')
    throw new Error(`PROFILE is one of smoke, ${Object.keys(PROFILES).join(', ')}, not ${profile}`);
  const isBreakpoint = profile === 'breakpoint';
  // Three cold requests say nothing about latency: smoke judges answers alone. This threshold always holds, and keeps
  // the journey in the table.
  const latency = (ms: number) => (stages === undefined ? 'p(99)>=0' : `p(99)<${ms * SLOWER}`);
  return {
    scenarios: Object.fromEntries(
      JOURNEYS.map((journey) => [journey, stages ? scenarioOf(journey, stages) : onceOf(journey)]),
    ),
    setupTimeout: '2m',
    summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
    // Requests are not retried, so every failure counts.
    thresholds: {
      checks: [
        {
          threshold: stages === undefined ? 'rate==1' : 'rate>0.9995',
          abortOnFail: isBreakpoint,
          delayAbortEval: '30s',
        },
      ],
      ...Object.fromEntries(
        Object.entries(P99_MS).map(([journey, ms]) => [
          `http_req_duration{journey:${journey}}`,
          [{ threshold: latency(ms), abortOnFail: isBreakpoint, delayAbortEval: '30s' }],
        ]),
      ),
    },
  };
}

/** Runs each journey a few times, to check that every call is answered. */
const onceOf = (journey: Journey): Scenario => ({
  executor: 'per-vu-iterations',
  exec: journey,
  vus: 1,
  iterations: 3,
  maxDuration: '3m',
});

function scenarioOf(journey: Journey, stages: readonly Stage[]): Scenario {
  // Per minute, because k6 accepts only integer rates and rare journeys run less than once a second.
  const perMinute = (rate: number) => Math.max(rate > 0 ? 1 : 0, Math.round(rate * MIX[journey] * 60));
  return {
    executor: 'ramping-arrival-rate',
    exec: journey,
    timeUnit: '1m',
    startRate: perMinute(stages[0]?.target ?? 0),
    preAllocatedVUs: 10,
    maxVUs: 200,
    stages: stages.map(({ target, duration }) => ({ target: perMinute(target), duration })),
  };
}
