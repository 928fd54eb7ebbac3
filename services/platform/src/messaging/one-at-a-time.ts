/** Runs tasks in the order in which they came, one at a time. */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (task) => {
    // Usually the queue is empty and the task starts at once.
    const result = waiting === 0 ? task() : last.then(task, task);
    waiting += 1;
    last = result;
    const done = () => {
      waiting -= 1;
    };
    result.then(done, done);
    return result;
  };
}
