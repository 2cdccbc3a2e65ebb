import type { Database } from '../db/database.ts'
import { deltasAtOnce, foldDeltas } from './fold.ts'

/** Folds deltas into counters and balances, every second and without a pause while many wait, one run at a time. */
export function startFolding(
  db: Database,
  onError: (error: unknown) => void,
  everyMs = 1000,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const fold = async () => {
    let folded = 0
    try {
      folded = await foldDeltas(db)
    } catch (error) {
      onError(error)
    }
    if (!stopped) timer = setTimeout(run, folded < deltasAtOnce ? everyMs : 0)
  }
  const run = () => {
    running = fold()
  }
  run()
  return {
    /** Waits for the run in progress; no other begins. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
