import { parseArgs } from 'node:util';
import { describeInjection, describeReport } from './describe.ts';
import { type FaultOptions, runFaults } from './fault-run.ts';
import { startSite } from './start-site.ts';

const USAGE = `usage: test-faults [--minutes N] [--seed N] [--only FAULT,…] [--topology apart|embedded] [--drain N]
                   [--json]

Partner systems use a vault while faults are injected. Then the checker compares every answer with the stored data. The
same seed gives the same load and the same order of faults. A backlog must drain within a minute after a fault;
--drain 5 requires a drain rate of five times the arrival rate. If a promise is broken or the run fails, the logs of the
processes are kept in the system's temporary folder.
Exit code 0: every promise was kept. 1: a promise was broken. 2: the run failed.`;

function readOptions(): FaultOptions & { readonly isJson: boolean } {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      only: { type: 'string', default: '' },
      topology: { type: 'string', default: 'apart' },
      drain: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
    },
  });
  const [minutes, seed, drainTimes] = [Number(values.minutes), Number(values.seed), Number(values.drain)];
  const { topology } = values;
  if (
    !(minutes > 0 && drainTimes >= 0) ||
    !Number.isSafeInteger(seed) ||
    (topology !== 'apart' && topology !== 'embedded')
  )
    throw new Error(USAGE);
  const only = values.only.split(',').filter((name) => name !== '');
  return { minutes, seed, topology, only, drainTimes, isJson: values.json };
}

async function main(): Promise<number> {
  const { isJson, ...options } = readOptions();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  say(`Faults with --seed ${options.seed}, ${options.topology}; starting…`);
  const site = await startSite(options);
  let isKept = false;
  const end = async () => {
    if (!isKept) say(`Logs: ${await site.keepLogs().catch(() => 'could not be kept')}`);
    await site.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(2)));
  try {
    const report = await runFaults(site, options, (one) => say(describeInjection(one)));
    process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : describeReport(report));
    isKept = report.findings.length === 0;
    return isKept ? 0 : 1;
  } finally {
    await end();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(
    `test-faults could not run: ${error instanceof Error ? error.message : 'unknown fault'}\n`,
  );
  return 2;
});
