/**
 * Spreads events over hours of which each admits `budget`, each into the first that has room.
 * @param used events that are charged already, by hour: 0 is the hour that ends now, 1 the next
 * @returns the hour of each of the `count` events, ascending
 */
export function hoursOfBulk(used: ReadonlyMap<number, number>, count: number, budget: number): number[] {
  return hoursWithRoom(count, (hour) => budget - (used.get(hour) ?? 0));
}

/** The same by the room that each hour has; some hour has to have room. */
export function hoursWithRoom(count: number, roomOf: (hour: number) => number): number[] {
  const hours: number[] = [];
  for (let hour = 0; hours.length < count; hour += 1) {
    const room = Math.min(roomOf(hour), count - hours.length);
    for (let n = 0; n < room; n += 1) hours.push(hour);
  }
  return hours;
}
