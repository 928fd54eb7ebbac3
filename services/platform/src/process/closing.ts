/** What must be closed at the end, the last opened first. */
export interface Closing {
  add(close: () => Promise<void>): void;
  /** Does nothing the second time. */
  close(): Promise<void>;
}

export function closeAtEnd(): Closing {
  const open: Array<() => Promise<void>> = [];
  return {
    add(close) {
      open.push(close);
    },
    async close() {
      for (const close of open.splice(0).reverse()) await close();
    },
  };
}
