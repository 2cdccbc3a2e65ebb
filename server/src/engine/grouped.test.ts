import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { grouped } from './grouped.ts'

const keyOf = (member: { key: string }) => member.key
const members = (count: number) => Array.from({ length: count }, (_, number) => ({ key: `member ${number}` }))

it('serves one that comes alone at once, and those that come meanwhile together', async () => {
  const groups: number[] = []
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const serve = grouped(
    async (group: readonly { key: string }[]) => {
      groups.push(group.length)
      if (groups.length === 1) await gate
      return group.map(keyOf)
    },
    { keyOf, atOnce: 1, atMost: 10 },
  )
  const [alone, ...others] = members(26)
  const first = serve(alone ?? { key: '' })
  await setImmediate()
  await setImmediate()
  expect(groups).toEqual([1])
  const later = others.map(serve)
  open()
  expect(await Promise.all([first, ...later])).toEqual(members(26).map(keyOf))
  expect(groups).toEqual([1, 10, 10, 5])
})

it.each([
  ['waits for the group under way while few have come, so that they go together', 60_000, [1, 3]],
  ['waits for no group that hangs', 5, [1, 1, 2]],
])('%s', async (_, momentMs, expected) => {
  const groups: number[] = []
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const serve = grouped(
    async (group: readonly { key: string }[]) => {
      groups.push(group.length)
      if (groups.length < expected.length) await gate
      return group.map(keyOf)
    },
    { keyOf, atOnce: 2, momentMs },
  )
  const served: Promise<string>[] = []
  for (const [place, member] of members(4).entries()) {
    served.push(serve(member))
    await setImmediate()
    await setImmediate()
    if (place === 1 && momentMs < 1_000) await expect.poll(() => groups).toEqual([1, 1])
  }
  open()
  await Promise.all(served)
  expect(groups).toEqual(expected)
})

it('tries each of a group alone that fails, so that one takes no others with it', async () => {
  const groups: number[] = []
  const serve = grouped(
    async (group: readonly { key: string }[]) => {
      groups.push(group.length)
      if (group.some(({ key }) => key === 'member 2')) throw new Error('no such thing')
      return group.map(keyOf)
    },
    { keyOf },
  )
  const results = await Promise.allSettled(members(4).map(serve))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([4, 1, 1, 1, 1])
})

it('tries nothing a second time whose outcome the database has not told', async () => {
  let served = 0
  const serve = grouped(
    async () => {
      served += 1
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
    },
    { keyOf },
  )
  const results = await Promise.allSettled(members(3).map(serve))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(served).toBe(1)
})

it('never serves two with the same key in one group', async () => {
  const groups: string[][] = []
  const serve = grouped(
    async (group: readonly { key: string }[]) => {
      groups.push(group.map(keyOf))
      return group.map(keyOf)
    },
    { keyOf, atOnce: 1 },
  )
  await Promise.all(['a', 'b', 'a', 'c', 'a'].map((key) => serve({ key })))
  expect(groups).toEqual([['a', 'b', 'c'], ['a'], ['a']])
})
