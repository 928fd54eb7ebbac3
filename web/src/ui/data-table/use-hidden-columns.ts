import { useState } from 'react';

function read(key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** The user's choice of columns per table, stored in this browser. */
export function useHiddenColumns(tableId: string) {
  const key = `columns.${tableId}`;
  const [hidden, setHidden] = useState(() => read(key));
  function toggle(id: string): void {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    localStorage.setItem(key, JSON.stringify(next));
    setHidden(next);
  }
  return { hidden, toggle };
}
