import { createHmac, timingSafeEqual } from 'node:crypto';
import { dataLoss } from '@pii-vault/platform/core/errors/app-error';
import { REVOKING_ACTIONS } from '@pii-vault/platform/domain/revocations/revocation';
import { z } from 'zod';

/** Content of a line: a revocation or deletion, or how much of the trail the list covers. Never a value. */
const contentSchema = z.union([
  z.object({
    service: z.string(),
    /** Number of its audit entry, which the service's relay assigned: shows whether a trail has the entry. */
    entry: z.object({ epoch: z.number(), seq: z.number() }).optional(),
    action: z.enum(REVOKING_ACTIONS),
    at: z.iso.datetime(),
    companyId: z.number().optional(),
    individualId: z.number().optional(),
    fieldNames: z.array(z.string()).optional(),
    purpose: z.string().optional(),
    objectIds: z.record(z.string(), z.string()).optional(),
  }),
  /**
   * The lines above contain all revocations of this many entries of the trail, and the trail has them in effect. `root`
   * is the tree's root at this size, base64: another trail of the same size has another one. `replay` is the id of a
   * replay after a restore: only the database that stores it has the lines above in effect, and no other copy of the
   * same trail.
   */
  z.object({
    covers: z.number(),
    root: z.base64().optional(),
    replay: z.string().optional(),
    at: z.iso.datetime().optional(),
  }),
  /** First line of a trimmed list: number and MAC of the last removed line. */
  z.object({ follows: z.base64() }),
]);
export type LineContent = z.output<typeof contentSchema>;
export type RevocationLine = Extract<LineContent, { readonly action: string }>;
export type Coverage = Extract<LineContent, { readonly covers: number }>;

const lineSchema = z.object({ seq: z.number().int().positive(), line: contentSchema, mac: z.base64() });
export type ChainedLine = z.output<typeof lineSchema>;

/** Chain state before the first line. */
export const NO_LINE = { seq: 0, mac: '' };
export type ChainEnd = Pick<ChainedLine, 'seq' | 'mac'>;

/** HMAC-SHA-256 over the previous line's MAC, the number and the content: lines cannot be changed, moved or removed. */
export function chain(key: Uint8Array, former: ChainEnd, line: LineContent): ChainedLine {
  const seq = former.seq + 1;
  const mac = createHmac('sha256', key)
    .update(`${former.mac}\n${seq}\n${JSON.stringify(line)}`)
    .digest('base64');
  return { seq, line, mac };
}

/** First line of a list without the lines up to `last`. Its MAC proves that a holder of the key removed them. */
export function headAfter(key: Uint8Array, last: ChainEnd): ChainedLine {
  const { seq, mac: follows } = last;
  const mac = createHmac('sha256', key).update(`head\n${seq}\n${follows}`).digest('base64');
  return { seq, line: { follows }, mac };
}

/** Number and MAC with which the next line is chained. */
export function endOf({ seq, line, mac }: ChainedLine): ChainEnd {
  return { seq, mac: 'follows' in line ? line.follows : mac };
}

/** @throws AppError DATA_LOSS REVOCATIONS_DAMAGED when a line is not chained to the previous one */
export function checkChain(key: Uint8Array, lines: readonly ChainedLine[], former: ChainEnd = NO_LINE): void {
  let end = former;
  for (const one of lines) {
    const isHead = 'follows' in one.line && end === NO_LINE;
    const expected = isHead ? headAfter(key, endOf(one)) : chain(key, end, one.line);
    const isSame = timingSafeEqual(digest(expected.mac), digest(one.mac));
    if (one.seq !== expected.seq || !isSame)
      throw dataLoss(
        'REVOCATIONS_DAMAGED',
        `The list of revocations is damaged or another vault's: line ${one.seq} does not follow line ${end.seq}`,
      );
    end = endOf(one);
  }
}

const digest = (mac: string) => Buffer.from(mac.padEnd(44).slice(0, 44));

/** Undefined for a line that a crash truncated. */
export function parseLine(text: string): ChainedLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
