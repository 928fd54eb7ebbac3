export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Starts a timer. @returns formats size, time and throughput for a number of bytes */
export function throughputTimer(): (bytes: number) => string {
  const from = performance.now();
  return (bytes) => {
    const seconds = (performance.now() - from) / 1_000;
    const [size, rate] = [bytes / 1e6, bytes / 1e6 / seconds];
    return `${size.toFixed(1)} MB in ${seconds.toFixed(1)} s, ${rate.toFixed(1)} MB/s`;
  };
}
