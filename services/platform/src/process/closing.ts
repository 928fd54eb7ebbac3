/** What must be closed at the end, the last opened first. */
export interface Closing {
  add(close: () => Promise<void>): void;
  /**
   * Closes all, whatever happens to one of them; does nothing the second time.
   * @throws what the first that failed threw
   */
  close(): Promise<void>;
}

export function closeAtEnd(): Closing {
  const open: Array<() => Promise<void>> = [];
  return {
    add(close) {
      open.push(close);
    },
    async close() {
      const failures: unknown[] = [];
      for (const close of open.splice(0).reverse())
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      if (failures.length > 0) throw failures[0];
    },
  };
}
