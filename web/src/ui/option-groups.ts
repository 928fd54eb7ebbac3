export interface OptionGroup {
  label: string;
  options: ReadonlyArray<{ value: string; label: string }>;
}

/** Options that hold the text in their label or value, in any case; groups without one are left out. */
export function matchingGroups(groups: readonly OptionGroup[], search: string): OptionGroup[] {
  const text = search.trim().toLowerCase();
  const matches = ({ value, label }: { value: string; label: string }) =>
    `${label} ${value} ${value.replaceAll('_', ' ')}`.toLowerCase().includes(text);
  return groups
    .map(({ label, options }) => ({ label, options: options.filter(matches) }))
    .filter(({ options }) => options.length > 0);
}
