import type { Engine } from '../engine/engine.ts'
import type { ItemJob, ItemJobContext } from '../jobs/item-jobs.ts'

/** Has a job process all its items in this process, on a day where it is daily; returns how many there were. */
export async function processItems({ find, process }: ItemJob, day = ''): Promise<number> {
  let processed = 0
  for (let after = ''; ; ) {
    const items = await find(after, day)
    for (const item of items) await process(item, day)
    processed += items.length
    const last = items.at(-1)
    if (last === undefined) return processed
    after = last
  }
}

/** What item jobs of an engine run with; what goes wrong is gathered. */
export function itemJobContext(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  errors: unknown[] = [],
): ItemJobContext & { onError: (error: unknown) => void } {
  return { db, clock, onItemError: (error) => errors.push(error), onError: (error) => errors.push(error) }
}
