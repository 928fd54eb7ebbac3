/** Rounds to one decimal, as scores and rates are shown. */
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
