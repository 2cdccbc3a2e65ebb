/** Well below the minute after which a job counts as dead. */
const usualBudgetMs = 10_000

/**
 * The rule for work that may be long: it goes in pieces, each of them kept by itself, for some seconds; then the job queues
 * its own continuation, with a key, and ends. So it never outlives its time, others get their turn in between, and a
 * worker that dies loses one piece. `piece` tells whether there is more to do; `goOn` queues the rest.
 */
export async function runInChunks(
  piece: () => Promise<'more' | 'done'>,
  goOn: () => Promise<void>,
  budgetMs = usualBudgetMs,
): Promise<void> {
  const end = Date.now() + budgetMs
  while ((await piece()) === 'more') {
    if (Date.now() >= end) return await goOn()
  }
}
