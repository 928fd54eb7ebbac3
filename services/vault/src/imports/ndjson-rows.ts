import { isUtf8 } from 'node:buffer';
import { parseFlatJson } from './flat-json.ts';
import type { Frame } from './record-framer.ts';
import { type Row, rowProblem } from './row.ts';

/** The members of framed NDJSON lines: one flat object each. */
export function ndjsonRows(frames: readonly Frame[]): Row[] {
  return frames.map(ndjsonRow);
}

export function ndjsonRow(frame: Frame): Row {
  const { start, end } = frame;
  if (frame.problem !== undefined) return { start, end, problem: rowProblem(frame.problem) };
  if (!isUtf8(frame.bytes)) return { start, end, problem: rowProblem('ROW_NOT_UTF8') };
  const parsed = parseFlatJson(frame.bytes.toString('utf8'));
  return parsed.ok ? { start, end, cells: parsed.cells } : { start, end, problem: parsed.problem };
}
