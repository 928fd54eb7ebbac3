/** A row of an input file: texts by column. Rows of one person share `truth`. */
export type GivenRow = Readonly<Record<string, string>> & { readonly id: string; readonly truth: string };
