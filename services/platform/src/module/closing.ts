/** What must be closed at the end, the last opened first. */
export interface Closing {
  add(close: () => Promise<void>): void;
  /**
   * Closes all, whatever happens to one of them; does nothing the second time.
   * @throws what the first that failed threw
   */
  close(): Promise<void>;
  /** Closes all because of `cause`, which is what it throws: a failure to close has mostly the same reason. */
  closeAfter(cause: unknown): Promise<never>;
}

export function closeAtEnd(): Closing {
  const open: Array<() => Promise<void>> = [];
  const closeAll = async (): Promise<unknown[]> => {
    const failures: unknown[] = [];
    for (const close of open.splice(0).reverse())
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    return failures;
  };
  return {
    add(close) {
      open.push(close);
    },
    async close() {
      const failures = await closeAll();
      if (failures.length > 0) throw failures[0];
    },
    async closeAfter(cause) {
      await closeAll();
      throw cause;
    },
  };
}
