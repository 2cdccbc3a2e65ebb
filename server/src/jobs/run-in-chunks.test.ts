import { expect, it } from 'vitest'
import { runInChunks } from './run-in-chunks.ts'

it('runs chunks to the end, or enqueues the continuation when its time is over', async () => {
  for (const [budgetMs, expected] of [
    [60_000, { pieces: 4, went: 0 }],
    [0, { pieces: 1, went: 1 }],
  ] as const) {
    const counted = { pieces: 0, went: 0 }
    const piece = async () => {
      counted.pieces += 1
      return counted.pieces < 4 ? 'more' : 'done'
    }
    const continueLater = async () => {
      counted.went += 1
    }
    await runInChunks(piece, continueLater, budgetMs)
    expect(counted).toEqual(expected)
  }
})
