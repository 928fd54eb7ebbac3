/** How a person is named everywhere: `IND_48213`. */
export const individualName = (id: number): string => `IND_${id}`;

/** The id behind `48213`, `IND_48213` or `ind_48213`; undefined when it is none. */
export function individualIdOf(text: string): number | undefined {
  const digits = /^(?:ind_)?(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}
