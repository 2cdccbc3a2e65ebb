import type { Engine } from '../engine/engine.ts'
import type { ItemJob, ItemJobContext } from '../jobs/item-jobs.ts'

/** Processes all items of a job in this process, for `day` if it is daily, and returns their number. */
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

/** Builds the context in which an engine's item jobs run; it collects errors. */
export function itemJobContext(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  errors: unknown[] = [],
): ItemJobContext & { onError: (error: unknown) => void } {
  return { db, clock, onItemError: (error) => errors.push(error), onError: (error) => errors.push(error) }
}
