export const etagOf = (rowVersion: number): string => `"${rowVersion}"`;
