import { readFile } from 'node:fs/promises';
import { closingLines } from './test-report.ts';

/** Prints the closing lines of a vitest JSON report. */
const json: unknown = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
process.stdout.write(`${closingLines(json).join('\n')}\n`);
