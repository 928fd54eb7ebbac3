import { isolate } from '@pii-vault/platform/values/direction-marks';

interface Named {
  id: number;
  name: string;
  code?: string;
}

/** Options of a select: companies by name, with the code if two have the same name. */
export function companyOptions(companies: readonly Named[]): Array<{ value: string; label: string }> {
  const times = new Map<string, number>();
  for (const { name } of companies) times.set(name, (times.get(name) ?? 0) + 1);
  return companies.map(({ id, name, code }) => ({
    value: String(id),
    label: (times.get(name) ?? 0) > 1 ? `${isolate(name)} (${code ?? id})` : name,
  }));
}
