/**
 * Wakes the checkpoint job when the tree has grown by `everyEntries`, not with every append.
 * @returns a function to call with the size of the tree after each append
 */
export function growthWakes(everyEntries: number, wake: () => void): (size: number) => void {
  let wokenAt = 0;
  return (size) => {
    if (size - wokenAt < everyEntries) return;
    wokenAt = size;
    wake();
  };
}
