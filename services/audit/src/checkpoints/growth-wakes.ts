/**
 * Wakes the checkpoint job when the tree has grown by what calls for one, and not with every append.
 * @returns what is told the size of the tree after an append
 */
export function growthWakes(everyEntries: number, wake: () => void): (size: number) => void {
  let wokenAt = 0;
  return (size) => {
    if (size - wokenAt < everyEntries) return;
    wokenAt = size;
    wake();
  };
}
