/** Collects resources and closes them in reverse order. */
export interface Closing {
  add(close: () => Promise<void>): void;
  /**
   * Closes all, even if one fails; does nothing the second time.
   * @throws the first failure
   */
  close(): Promise<void>;
  /** Closes all and throws `cause`; errors while closing are dropped, since most have the same cause. */
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
