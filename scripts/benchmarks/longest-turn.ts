import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a process that is measured (node --import): a request to LONGEST_TURN_PORT returns the CPU time in ms
 * of the longest turn of its event loop since the last request. Other programs of the machine do not change it, unlike
 * the delay of the event loop.
 */
const port = process.env.LONGEST_TURN_PORT;
if (isMainThread && port !== undefined && process.argv[1]?.endsWith('launcher/main.ts')) {
  let longest = 0;
  let before = process.threadCpuUsage();
  // A timer that is due runs once per turn; its own cost is a few µs.
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  }, 1).unref();
  const server = createServer((_, response) => {
    response.end(String(longest));
    longest = 0;
  });
  server.listen(Number(port), '127.0.0.1').unref();
}
