import { useCallback, useMemo, useState } from 'react';

interface ChoosableColumn {
  readonly id: string;
  readonly isFixed?: boolean;
  readonly isOptional?: boolean;
}

export interface ColumnChoice {
  readonly isShown: (column: ChoosableColumn) => boolean;
  readonly toggle: (id: string) => void;
}

/**
 * The user's choice of columns per table, stored in this browser: ids of columns that are not as by default, which is
 * hidden for optional columns and shown for the others.
 */
export function useColumnChoice(tableId: string): ColumnChoice {
  const key = `columns.${tableId}`;
  const [changed, setChanged] = useState(() => read(key));
  const isShown = useCallback(
    ({ id, isFixed, isOptional = false }: ChoosableColumn) =>
      isFixed === true || changed.includes(id) === isOptional,
    [changed],
  );
  const toggle = useCallback(
    (id: string) => {
      const next = changed.includes(id) ? changed.filter((other) => other !== id) : [...changed, id];
      localStorage.setItem(key, JSON.stringify(next));
      setChanged(next);
    },
    [key, changed],
  );
  return useMemo(() => ({ isShown, toggle }), [isShown, toggle]);
}

function read(key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
