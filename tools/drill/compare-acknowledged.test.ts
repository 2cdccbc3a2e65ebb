import { describe, expect, it } from 'vitest'
import { type Findings, judge } from './compare-acknowledged.ts'
import type { Acknowledgement } from './signed-load.ts'

const payout: Acknowledgement = { at: 1, kind: 'payout', reference: 'DRILL-1', id: 'transaction' }
const approval: Acknowledgement = { at: 2, kind: 'approval', reference: 'batch', id: 'batch' }
const image: Acknowledgement = { at: 3, kind: 'image', reference: 'DRILL-2', id: 'message', sha256: 'aa' }

function found({ ids = [], effects = {}, files = {} }: Partial<Record<'ids', string[]>> & Texts): Findings {
  return { ids: new Set(ids), effects: new Map(Object.entries(effects)), files: new Map(Object.entries(files)) }
}

interface Texts {
  effects?: Record<string, number>
  files?: Record<string, string>
}

const intact = { lost: [], duplicated: [] }

describe('comparison of confirmed writes', () => {
  it('accepts a write that took effect once, in the state that was confirmed', () => {
    expect(judge([payout], found({ ids: ['transaction'], effects: { 'DRILL-1': 1 } }))).toEqual(intact)
    expect(judge([approval], found({ ids: ['batch'], effects: { batch: 1 } }))).toEqual(intact)
  })

  it('finds a lost decision: its record is undecided, or has no audit row', () => {
    expect(judge([approval], found({ effects: { batch: 1 } })).lost).toEqual([approval])
    expect(judge([approval], found({ ids: ['batch'] })).lost).toEqual([approval])
  })

  it('finds a duplicate: a decision that was audited twice, a payout that was made twice', () => {
    const twice = { ids: ['batch', 'transaction'], effects: { batch: 2, 'DRILL-1': 2 } }
    expect(judge([approval, payout], found(twice))).toEqual({
      lost: [],
      duplicated: ['approval batch: 2', 'payout DRILL-1: 2'],
    })
  })

  it('expects both legs of a transfer, and no third', () => {
    const move: Acknowledgement = { ...payout, kind: 'move' }
    const ids = ['transaction']
    expect(judge([move], found({ ids, effects: { 'DRILL-1': 2 } }), 2)).toEqual(intact)
    expect(judge([move], found({ ids, effects: { 'DRILL-1': 1 } }), 2).lost).toEqual([move])
    expect(judge([move], found({ ids, effects: { 'DRILL-1': 3 } }), 2).duplicated).toEqual(['move DRILL-1: 3'])
  })

  it('finds a file that is missing or has other bytes', () => {
    const row = { ids: ['message'], effects: { 'DRILL-2': 1 } }
    expect(judge([image], found({ ...row, files: { message: 'aa' } }))).toEqual(intact)
    expect(judge([image], found({ ...row, files: { message: 'bb' } })).lost).toEqual([image])
    expect(judge([image], found(row)).lost).toEqual([image])
  })
})
