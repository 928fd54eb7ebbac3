import { readFile } from 'node:fs/promises';
import { summaryLines } from './test-summary.ts';

/** Prints the summary of a vitest JSON report. */
const json: unknown = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
process.stdout.write(`${summaryLines(json).join('\n')}\n`);
