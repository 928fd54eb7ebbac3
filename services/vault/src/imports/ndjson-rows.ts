import { isUtf8 } from 'node:buffer';
import { parseFlatJson } from './flat-json.ts';
import type { Frame } from './record-framer.ts';
import { type Row, rowProblem } from './row.ts';

/** The members of framed NDJSON lines: one flat object each. */
export function ndjsonRows(frames: readonly Frame[]): Row[] {
  return frames.map(ndjsonRow);
}

export function ndjsonRow(frame: Frame): Row {
  const { end } = frame;
  if (frame.problem !== undefined) return { end, problem: rowProblem(frame.problem) };
  if (!isUtf8(frame.bytes)) return { end, problem: rowProblem('ROW_NOT_UTF8') };
  const parsed = parseFlatJson(frame.bytes.toString('utf8'));
  return parsed.ok ? { end, cells: parsed.cells } : { end, problem: parsed.problem };
}
