import type { Random } from '@pii-vault/all/demo-data/random';

const STARTS = 'b bh ch d dh g h j k kh l m n p pr r s sh sr t th v y a i u'.split(' ');
const MIDDLES = 'a aa e i ee o u an ar in al av am ad'.split(' ');
const JOINTS = 'd k l m n r s sh t v y nd nt rm sw dr j p'.split(' ');
const ENDS = 'a an i esh endra ar it al ya am u appa ini ika swari deep nath ani wal kar'.split(' ');

/** Distinct invented words that sound Indian: the long tail of names and places. */
export function coinedWords(count: number, random: Random): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const part = (parts: readonly string[]) => parts[random.below(parts.length)] ?? '';
    const middle = random.chance(0.5) ? part(MIDDLES) + part(JOINTS) : '';
    words.add(part(STARTS) + part(MIDDLES) + part(JOINTS) + middle + part(ENDS));
  }
  return [...words];
}
