import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

const keyOf = (member: { key: string }) => member.key
const members = (count: number) => Array.from({ length: count }, (_, number) => ({ key: `member ${number}` }))

/** Serves each group when its gate is opened; `groups` are the sizes of those begun. */
function gatedGroups(options: { concurrency?: number; atMost?: number; minGroupSize?: number; momentMs?: number }) {
  const groups: number[] = []
  const gates: (() => void)[] = []
  const serve = createBatcher(
    async (group: readonly { key: string }[]) => {
      groups.push(group.length)
      await new Promise<void>((resolve) => gates.push(resolve))
      return group.map(keyOf)
    },
    { name: 'test', keyOf, ...options },
  )
  let arrived = 0
  const arrive = async (count: number) => {
    const served = members(arrived + count)
      .slice(arrived)
      .map(serve)
    arrived += count
    await setImmediate()
    await setImmediate()
    return { served }
  }
  return { groups, gates, arrive }
}

it('serves a single call immediately and groups the calls that follow within the delay', async () => {
  const { groups, gates, arrive } = gatedGroups({ momentMs: 200 })
  const first = await arrive(1)
  expect(groups).toEqual([1])
  gates.shift()?.()
  expect(await Promise.all(first.served)).toEqual(['member 0'])
  const later = await arrive(3)
  expect(groups).toEqual([1])
  await expect.poll(() => groups).toEqual([1, 3])
  gates.shift()?.()
  expect(await Promise.all(later.served)).toEqual(members(4).slice(1).map(keyOf))
})

it('waits only for the delay when an earlier group hangs', async () => {
  const { groups, arrive } = gatedGroups({ momentMs: 5 })
  await arrive(1)
  expect(groups).toEqual([1])
  await arrive(3)
  await expect.poll(() => groups).toEqual([1, 3])
})

it('skips the delay when enough calls are waiting', async () => {
  const { groups, arrive } = gatedGroups({ minGroupSize: 5, momentMs: 60_000 })
  await arrive(1)
  await arrive(4)
  expect(groups).toEqual([1])
  await arrive(1)
  expect(groups).toEqual([1, 5])
})

it('limits the group size and the number of concurrent groups', async () => {
  const { groups, gates, arrive } = gatedGroups({ concurrency: 2, atMost: 10, momentMs: 0 })
  const { served } = await arrive(26)
  expect(groups).toEqual([10, 10])
  gates.shift()?.()
  await expect.poll(() => groups).toEqual([10, 10, 6])
  for (const open of gates) open()
  expect(await Promise.all(served)).toEqual(members(26).map(keyOf))
})

it('retries each call of a failed group alone so that one failure affects no other', async () => {
  const groups: number[] = []
  const serve = createBatcher(
    async (group: readonly { key: string }[]) => {
      groups.push(group.length)
      if (group.some(({ key }) => key === 'member 2')) throw new Error('no such thing')
      return group.map(keyOf)
    },
    { name: 'test', keyOf },
  )
  const results = await Promise.allSettled(members(4).map(serve))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([4, 1, 1, 1, 1])
})

it('retries each call of a group alone when a statement of it timed out, which rolled it back', async () => {
  const serve = createBatcher(
    async (group: readonly { key: string }[]) => {
      if (group.some(({ key }) => key === 'member 2')) {
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
      }
      return group.map(keyOf)
    },
    { name: 'test', keyOf },
  )
  const results = await Promise.allSettled(members(4).map(serve))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

it('never retries a group when the connection failed with an unknown outcome', async () => {
  let served = 0
  const serve = createBatcher(
    async () => {
      served += 1
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
    },
    { name: 'test', keyOf },
  )
  const results = await Promise.allSettled(members(3).map(serve))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(served).toBe(1)
})

it('never puts two calls with the same key into one group', async () => {
  const groups: string[][] = []
  const serve = createBatcher(
    async (group: readonly { key: string }[]) => {
      groups.push(group.map(keyOf))
      return group.map(keyOf)
    },
    { name: 'test', keyOf, concurrency: 1 },
  )
  await Promise.all(['a', 'b', 'a', 'c', 'a'].map((key) => serve({ key })))
  expect(groups).toEqual([['a', 'b', 'c'], ['a'], ['a']])
})
