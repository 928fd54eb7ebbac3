import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Identifier fields that can be compared exactly, in the order in which an explanation shows them. */
export const IDENTIFIERS = ['aadhaar', 'pan', 'bank_account', 'phone', 'email', 'other_id'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

const probability = z.number().gt(0).lt(1);

/**
 * A Fellegi–Sunter model (Fellegi and Sunter, "A Theory for Record Linkage", JASA 64, 1969) over exact
 * identifiers: `m` is the probability that two records of one person agree on the field, `u` that two of
 * different people do. `verifies` marks the identifiers that the law makes personal to one human being.
 */
const schema = z.strictObject({
  version: z.string().min(1),
  prior: probability,
  identifiers: z.record(
    z.enum(IDENTIFIERS),
    z.strictObject({ m: probability, u: probability, verifies: z.boolean(), vetoes: z.boolean() }),
  ),
  thresholds: z.strictObject({ verified: probability, pending: probability }),
});
export type Model = z.output<typeof schema>;

/** Reads a model artefact. @throws ZodError when it is not one */
export function loadModel(file: URL): Model {
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
