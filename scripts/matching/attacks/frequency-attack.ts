/** A row of a token table: `member` has `token`. Properties that the attacker cannot see are absent. */
export interface BucketRow {
  readonly token: string;
  readonly member: string;
  /** Kind of the token, if the table reveals it. */
  readonly kind?: string;
  /** Position of the name word in the token, if the table reveals it. */
  readonly word?: number;
}

/** Number of people per text, by kind: the attacker's knowledge of the country. */
export type Population = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The attacker's guess of the text of each token. */
export type Reading = ReadonlyMap<string, string>;

/**
 * Frequency analysis: sorts tokens and texts by frequency and assigns those of the same rank to each other, the most
 * likely assignment if both counts are samples of one population (compare Naveed, Kamara and
 * Wright, "Inference Attacks on Property-Preserving Encrypted Databases", CCS 2015, section 4.1). If the table reveals
 * no kinds, texts of all kinds are ranked in one list.
 */
export function frequencyAttack(rows: readonly BucketRow[], population: Population): Reading {
  const isLabelled = rows.some(({ kind }) => kind !== undefined);
  if (!isLabelled) return byRank(sizesOf(rows), merged(population));
  const reading = new Map<string, string>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind ?? ''))
    for (const [token, text] of byRank(sizesOf(ofKind), population.get(kind) ?? new Map()))
      reading.set(token, text);
  return reading;
}

/**
 * Merges tokens of the same member. If a member is one word of a record, its tokens share that word, so the merged
 * classes are single words with known frequencies. If every row has a separate member, nothing is merged.
 */
export function jointAttack(rows: readonly BucketRow[], words: ReadonlyMap<string, number>): Reading {
  const parents = new Map<string, string>();
  const rootOf = (token: string): string => {
    let at = token;
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next;
    if (at !== token) parents.set(token, at);
    return at;
  };
  const members = Map.groupBy(rows, ({ member }) => member);
  for (const [first, ...others] of members.values())
    for (const { token } of others) {
      const [one, other] = [rootOf(first?.token ?? ''), rootOf(token)];
      if (one !== other) parents.set(other, one);
    }
  const sizes = new Map<string, number>();
  for (const [first] of members.values()) {
    const root = rootOf(first?.token ?? '');
    sizes.set(root, (sizes.get(root) ?? 0) + 1);
  }
  const classes = byRank(sizes, words);
  return new Map(rows.map(({ token }) => [token, classes.get(rootOf(token)) ?? '']));
}

const sizesOf = (rows: readonly BucketRow[]): Map<string, number> => {
  const sizes = new Map<string, number>();
  for (const { token } of rows) sizes.set(token, (sizes.get(token) ?? 0) + 1);
  return sizes;
};

function merged(population: Population): Map<string, number> {
  const all = new Map<string, number>();
  for (const [kind, texts] of population)
    for (const [text, count] of texts) all.set(`${kind}|${text}`, count);
  return all;
}

/** Sorts by frequency; ties by text, which is independent of the tokens. */
function byRank(
  tokens: ReadonlyMap<string, number>,
  texts: ReadonlyMap<string, number>,
): Map<string, string> {
  const ranked = (counts: ReadonlyMap<string, number>) =>
    [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([text]) => text);
  const known = ranked(texts);
  return new Map(
    ranked(tokens).flatMap((token, rank) => (rank < known.length ? [[token, known[rank] ?? '']] : [])),
  );
}
