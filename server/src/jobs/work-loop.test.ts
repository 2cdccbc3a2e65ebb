import { afterEach, expect, it } from 'vitest'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

let loop: WorkLoop
afterEach(() => loop.stop(100))

it('fetches again as soon as a job ends that may have held others back', async () => {
  const waiting = [{ id: 'first' }, { id: 'held back' }]
  const processed: string[] = []
  let end: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    end = resolve
  })
  let fetchCount = 0
  loop = startWorkLoop<{ id: string }>({
    concurrency: 10,
    fetch: async () => {
      fetchCount += 1
      // One place: the second job is fetched once the first has left it.
      const isFree = waiting.length === 2 || processed.includes('first')
      return isFree ? waiting.splice(0, 1) : []
    },
    isHeldBack: () => waiting.length === 1,
    within: (_, work) => work(),
    handle: async ({ id }) => {
      if (id === 'first') await gate
    },
    complete: async (ids) => {
      processed.push(...ids)
    },
    fail: async () => {},
    putBack: async () => {},
    onError: () => {},
  })
  await expect.poll(() => fetchCount).toBe(2)
  end()
  await expect.poll(() => processed, { timeout: 3_000 }).toEqual(['first', 'held back'])
})
