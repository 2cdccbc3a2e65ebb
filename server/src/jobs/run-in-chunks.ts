/** Well below the minute after which a job counts as dead. */
const usualBudgetMs = 10_000

/**
 * Runs long work in chunks, one transaction each. When the time budget is spent, enqueues the continuation under a unique key, so
 * that the job never expires, others get their turn, and a crash loses one chunk. `piece` returns whether there is more; `goOn`
 * enqueues the rest.
 */
export async function runInChunks(
  piece: () => Promise<'more' | 'done'>,
  enqueueContinuation: () => Promise<void>,
  budgetMs = usualBudgetMs,
): Promise<void> {
  const end = Date.now() + budgetMs
  while ((await piece()) === 'more') {
    if (Date.now() >= end) return await enqueueContinuation()
  }
}
