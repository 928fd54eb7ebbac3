/** Runs a command of operators and sets the exit code: 2 for invalid arguments, 1 for a failure. */
export async function runCommand(
  name: string | undefined,
  command: (() => Promise<number>) | undefined,
  usage: string,
): Promise<void> {
  if (command === undefined) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  process.exitCode = await command().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name}: ${message}\n`);
    return 1;
  });
}
