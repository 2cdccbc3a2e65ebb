import { expect, it } from 'vitest'
import { bankLane, type Lane, type LaneOptions, merchantLane, openLanes, type Permit } from './lanes.ts'

const gtb = bankLane('NIP', '058', 'PRODUCTION')
const zenith = bankLane('NIP', '057', 'PRODUCTION')
const ada = merchantLane('ada')

function someLanes(options: LaneOptions = {}) {
  let nowMs = 1_000_000
  const rules = { bank: { atOnce: 4, opensAfter: 3 }, merchant: { atOnce: 2 } }
  const lanes = openLanes({ rules, firstRestMs: 1_000, longestRestMs: 3_000, nowMs: () => nowMs, ...options })
  const enter = (...requested: Lane[]): Permit => {
    const { permit } = lanes.enter(requested)
    if (permit === null) throw new Error('There is no place')
    return permit
  }
  const silences = (times: number) => {
    for (let time = 0; time < times; time++) enter(gtb).leave('silent')
  }
  const waitMs = (...requested: Lane[]) => {
    const entry = lanes.enter(requested)
    entry.permit?.leave('unused')
    return entry.permit === null ? entry.waitMs : 0
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { lanes, enter, silences, waitMs, pass }
}

it('limits the concurrency of each lane separately', () => {
  const { lanes, enter, waitMs } = someLanes()
  const inside = [enter(gtb), enter(gtb), enter(gtb), enter(gtb)]
  expect(waitMs(gtb)).toBeGreaterThan(0)
  expect(lanes.shut()).toEqual([gtb])
  expect(waitMs(zenith)).toBe(0)
  inside[0]?.leave('answered')
  // Releasing a permit twice frees one slot.
  inside[0]?.leave('answered')
  expect(waitMs(gtb)).toBe(0)
  enter(gtb)
  expect(waitMs(gtb)).toBeGreaterThan(0)
})

it('takes a slot in all lanes or in none', () => {
  const { enter, waitMs } = someLanes()
  const inside = [enter(ada), enter(ada)]
  for (let time = 0; time < 9; time++) expect(waitMs(gtb, ada)).toBeGreaterThan(0)
  expect([enter(gtb), enter(gtb), enter(gtb), enter(gtb)]).toHaveLength(4)
  for (const permit of inside) permit.leave('answered')
  expect(waitMs(ada)).toBe(0)
})

it('opens after consecutive timeouts and resets the count after a response', () => {
  const { lanes, enter, silences, waitMs } = someLanes()
  silences(2)
  enter(gtb).leave('answered')
  silences(2)
  expect(waitMs(gtb)).toBe(0)
  expect(lanes.trouble()).toMatchObject([{ lane: gtb, state: 'slow' }])
  silences(1)
  expect(waitMs(gtb)).toBe(1_000)
  expect(lanes.shut()).toEqual([gtb])
  expect(lanes.trouble()).toMatchObject([{ lane: gtb, state: 'open' }])
  expect(waitMs(zenith)).toBe(0)
})

it('halves the slots of a lane with each timeout', () => {
  const { enter, silences, waitMs } = someLanes()
  silences(1)
  const inside = [enter(gtb), enter(gtb)]
  expect(waitMs(gtb)).toBeGreaterThan(0)
  for (const permit of inside) permit.leave('unused')
})

it('admits one probe per pause, doubles the pause after a timeout and closes after a response', () => {
  const { lanes, enter, silences, waitMs, pass } = someLanes()
  silences(3)
  const since = lanes.trouble()[0]?.since
  for (const restMs of [1_000, 2_000, 3_000, 3_000]) {
    expect(waitMs(gtb)).toBe(restMs)
    pass(restMs)
    const probe = enter(gtb)
    expect(waitMs(gtb)).toBeGreaterThan(0)
    expect(lanes.shut()).toEqual([gtb])
    probe.leave('silent')
  }
  expect(lanes.trouble()).toEqual([{ lane: gtb, state: 'open', since }])
  pass(3_000)
  enter(gtb).leave('answered')
  expect([enter(gtb), enter(gtb), enter(gtb), enter(gtb)]).toHaveLength(4)
  expect(lanes.trouble()).toEqual([])
})

it('ignores an unused probe and calls that started before it opened', () => {
  const { enter, waitMs, pass } = someLanes()
  const early = [enter(gtb), enter(gtb), enter(gtb), enter(gtb)]
  for (const permit of early.slice(1)) permit.leave('silent')
  early[0]?.leave('answered')
  expect(waitMs(gtb)).toBe(1_000)
  pass(1_000)
  enter(gtb).leave('unused')
  expect(waitMs(gtb)).toBe(0)
})

it('never opens the lane of a merchant', () => {
  const { lanes, enter, waitMs } = someLanes()
  for (let time = 0; time < 20; time++) enter(ada).leave('silent')
  expect(waitMs(ada)).toBe(0)
  expect(lanes.trouble()).toEqual([])
})

it('opens the lane of a bank only in the mode whose calls it does not answer', () => {
  const { silences, waitMs, lanes } = someLanes()
  silences(3)
  expect(waitMs(gtb)).toBe(1_000)
  expect(waitMs(bankLane('NIP', '058', 'SANDBOX'))).toBe(0)
  expect(lanes.shut()).toEqual([gtb])
})
