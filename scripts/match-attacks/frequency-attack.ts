/** A row of a look-up table: whoever is named by `member` holds `token`. What an attacker cannot tell is left out. */
export interface BucketRow {
  readonly token: string;
  readonly member: string;
  /** The kind of the token, when the table tells it. */
  readonly kind?: string;
  /** Which word of the name the token holds, when the table tells it. */
  readonly word?: number;
}

/** How many people of the population hold each text, by kind: what an attacker knows of the country. */
export type Population = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What an attacker takes the text under each token to be. */
export type Reading = ReadonlyMap<string, string>;

/**
 * Frequency analysis: of tokens and texts, each sorted by how many hold them, those of one rank are taken for one
 * another, which is the likeliest assignment when both counts are samples of one population (compare Naveed, Kamara and
 * Wright, "Inference Attacks on Property-Preserving Encrypted Databases", CCS 2015, section 4.1). Where the table tells
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
 * Joins tokens that one member has. If a member is a word of a record, they have that word in common, so the classes
 * that grow are those of single words, whose frequency is known. Where every row has a member of its own nothing grows.
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

/** Ties are broken by the texts themselves, of which tokens tell nothing. */
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
