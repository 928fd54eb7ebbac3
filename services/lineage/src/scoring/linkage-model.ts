import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  COMPARISONS,
  type ComparisonName,
  LEVEL_COUNTS,
  levelsOfPattern,
  NAME_EQUAL,
  PATTERNS,
  SAME_YEAR,
} from './comparison-levels.ts';
import { KEY_KINDS, MOST_COMMON } from './feature-columns.ts';
import { MET_SHARES, metPlace } from './met-shares.ts';

const probability = z.number().gt(0).lt(1);
const shares = z.array(z.number().gt(0).lte(1));

/**
 * A Fellegi–Sunter model (Fellegi and Sunter, "A Theory for Record Linkage", JASA 64, 1969) over comparison levels. `m`
 * and `u` give for each level except "missing", lowest first, its share among pairs of one person and of two people;
 * both sum to 1. `prior` is the share of pairs of one person among all pairs. Two people of one household agree more
 * than independent people: they are a third class (Larsen and Rubin, "Iterative Automated Record Linkage Using Mixture
 * Models", JASA 96, 2001) with shares `h` and their own prior. `met` is the share of strangers with these levels that
 * blocking joins (met-shares.ts); without it, all.
 */
const schema = z.strictObject({
  version: z.string().min(1),
  encodingVersion: z.int().positive(),
  seed: z.int().nonnegative(),
  /** Number of training records; 0 = set manually. */
  rows: z.int().nonnegative(),
  /** Number of pairs that these records form; under an agreement without those inside one company. */
  pairs: z.number().nonnegative().optional(),
  prior: probability,
  householdPrior: probability,
  comparisons: z.record(z.enum(COMPARISONS), z.strictObject({ m: shares, u: shares, h: shares })),
  met: shares.length(MET_SHARES).optional(),
  /**
   * Share of the names of each class of commonness, of a learnt model. Absent in a shipped one: all are usual. A learnt
   * model that was stored without it is learnt again (scope-models.ts): its average name has lost the bits of the
   * common ones already, and would lose them twice.
   */
  commonness: z
    .array(z.number().gte(0).lte(1))
    .length(MOST_COMMON + 1)
    .optional(),
  /** Kinds of keys that are insufficient alone (insufficient-alone.ts); absent: every kind is sufficient. */
  neverAlone: z.array(z.enum(KEY_KINDS.map(({ name }) => name))).optional(),
  thresholds: z.strictObject({ verified: probability, pending: probability }),
});
export type LinkageModel = z.output<typeof schema>;
export type LevelShares = LinkageModel['comparisons'];

/** Checks a model artefact. @throws ZodError, and Error when a comparison has the wrong number of levels */
export function parseLinkageModel(artefact: unknown): LinkageModel {
  const model = schema.parse(artefact);
  for (const name of COMPARISONS) {
    const { m, u, h } = model.comparisons[name];
    if ([m, u, h].some(({ length }) => length !== LEVEL_COUNTS[name] - 1))
      throw new Error(`The model has a wrong number of levels for ${name}`);
  }
  return model;
}

export const loadLinkageModel = (file: URL): LinkageModel =>
  parseLinkageModel(JSON.parse(readFileSync(file, 'utf8')));

/** log2 of the likelihood ratio of a level, one person against two strangers; 0 for missing. */
export function levelBits(model: LinkageModel, name: ComparisonName, level: number): number {
  return ratiosOf(model).get(name)?.one[level] ?? 0;
}

/** Bits for being joined by blocking: minus log2 of the share of strangers with these levels that are. At least 0. */
export function metBits({ met }: LinkageModel, levels: readonly number[]): number {
  const place = metPlace(levels);
  return place === undefined ? 0 : Math.log2(1 / (met?.[place] ?? 1));
}

/** Bits of an average name of the shipped model, which agrees between one in 150,000 pairs of strangers. */
const AVERAGE_BITS = 16;
/** By commonness: bits that agreement of a name lacks against a usual one, such as Anita Kumari against a rare name. */
const LACKING: readonly number[] = [0, 3, 6];

/**
 * Share of its positive bits that a name keeps, by commonness. Most strangers of one name have a common one, so the
 * average of a learnt model has lost their bits already: a common name lacks less of it than of the shipped one, and a
 * usual name weighs more than it (Winkler, "Frequency-Based Matching in Fellegi-Sunter Model of Record Linkage", 2000).
 * A common name has no more bits than under the shipped model, because few records do not show how common it is.
 * @param commonness shares of the classes among the names of the space; absent: all are usual
 */
export function keptShares(
  { m, u }: LevelShares['name'],
  commonness: readonly number[] = [1],
): readonly number[] {
  const average = Math.log2(commonness.reduce((sum, share, at) => sum + share * 2 ** (LACKING[at] ?? 0), 0));
  const equal = Math.log2((m[NAME_EQUAL - 1] ?? 1) / (u[NAME_EQUAL - 1] ?? 1));
  return LACKING.map((lacking) => {
    const kept = 1 - (lacking - average) / AVERAGE_BITS;
    return lacking === 0 ? kept : Math.min(kept, (AVERAGE_BITS - lacking) / Math.max(1, equal));
  });
}

/**
 * Bits that agreement of a name lacks for its commonness against the average name of the model; negative for a rarer.
 * The factor is the same for every level, so that a misspelling of a common name never weighs more than the name.
 * @param commonness of the pair (commonnessOf)
 */
export function commonNameBits(model: LinkageModel, nameLevel: number, commonness: number): number {
  const kept = keptShares(model.comparisons.name, model.commonness)[commonness] ?? 1;
  return (1 - kept) * Math.max(0, levelBits(model, 'name', nameLevel));
}

/**
 * Correction for the household class, which could have the same levels; at most 0.
 * @param lost bits that the name lacks (commonNameBits): against a stranger, a household's name lacks them, too
 */
export function householdBits(model: LinkageModel, levels: readonly number[], lost = 0): number {
  const ratios = ratiosOf(model);
  const bits = COMPARISONS.reduce(
    (sum, name, at) => sum + (ratios.get(name)?.home[levels[at] ?? 0] ?? 0),
    oddsBits(model.householdPrior) + metBits(model, levels) - lost,
  );
  return -Math.log2(1 + 2 ** bits);
}

/** For each level, "missing" first: log2 of the likelihood ratio against two strangers. */
interface LevelRatios {
  /** Of one person. */
  readonly one: readonly number[];
  /** Of two people of one household. */
  readonly home: readonly number[];
}

const allRatios = new WeakMap<LinkageModel, ReadonlyMap<ComparisonName, LevelRatios>>();

/** Logarithms are taken once for each model. */
function ratiosOf(model: LinkageModel): ReadonlyMap<ComparisonName, LevelRatios> {
  const ratios = allRatios.get(model) ?? new Map(COMPARISONS.map((name) => [name, levelRatios(model, name)]));
  allRatios.set(model, ratios);
  return ratios;
}

/**
 * Most bits of a year of birth whose day is unknown: 32 years are as many as equally frequent ones. Years without a day
 * are estimates, and round ones are frequent. A space with few such dates learns how often they lack, and not what they
 * say.
 */
const MOST_YEAR_BITS = 5;

function levelRatios(model: LinkageModel, name: ComparisonName): LevelRatios {
  const { m, u, h } = model.comparisons[name];
  const ratios = (shares: readonly number[]) => [
    0,
    ...shares.map((share, at) => Math.log2(share / (u[at] ?? share))),
  ];
  const one = ratios(m);
  if (name === 'dob') one[SAME_YEAR] = Math.min(MOST_YEAR_BITS, one[SAME_YEAR] ?? 0);
  return { one, home: ratios(h) };
}

/** By commonness. */
const tables = new WeakMap<LinkageModel, Map<number, Float64Array>>();

/**
 * Bits of a pattern without the prior, most with a usual name. Cached on first use: few of all patterns occur.
 * @param commonness of the names of the pair
 */
export function patternBits(model: LinkageModel, commonness = 0): (pattern: number) => number {
  const ofModel = tables.get(model) ?? new Map<number, Float64Array>();
  tables.set(model, ofModel);
  const known = ofModel.get(commonness) ?? new Float64Array(PATTERNS).fill(Number.NaN);
  ofModel.set(commonness, known);
  return (pattern) => {
    const found = known[pattern] ?? 0;
    if (!Number.isNaN(found)) return found;
    const levels = levelsOfPattern(pattern);
    const lost = commonNameBits(model, levels[0] ?? 0, commonness);
    const bits = COMPARISONS.reduce(
      (sum, name, at) => sum + levelBits(model, name, levels[at] ?? 0),
      metBits(model, levels) + householdBits(model, levels, lost) - lost,
    );
    known[pattern] = bits;
    return bits;
  };
}

export const oddsBits = (share: number): number => Math.log2(share / (1 - share));
