/** A started vault and how to stop it. */
interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Starts a vault, prints its addresses, and stops it at SIGINT or SIGTERM; a second signal exits at once. A failed
 * start prints the reason and exits with 1.
 */
export async function runUntilSignal<V extends Stoppable>(
  start: () => Promise<V>,
  describe: (vault: V) => string,
): Promise<void> {
  const vault = await start().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown fault';
    process.stderr.write(`\npii-vault did not start: ${reason}\n`);
    process.exit(1);
  });
  process.stdout.write(`\n${describe(vault)}\n\n  Ctrl-C stops it.\n`);
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      vault.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}
