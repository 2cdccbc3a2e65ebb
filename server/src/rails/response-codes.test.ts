import { describe, expect, it } from 'vitest'
import { outcomeOf, describeResponseCode, nameOutcomeOf, statusOutcomeOf } from './response-codes.ts'
import { newSessionId } from './session-id.ts'

describe('response codes', () => {
  it('approves only with 00 and declines only with the five definite codes', () => {
    const every = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))
    expect(every.filter((code) => outcomeOf(code) === 'approved')).toEqual(['00'])
    expect(every.filter((code) => outcomeOf(code) === 'refused')).toEqual(['07', '13', '51', '57', '61'])
    for (const open of [null, '', '0', '000', 'A1', ' 00', '51 ']) expect(outcomeOf(open)).toBe('unknown')
  })

  it('maps code 25 of a status query to "no record", which is not yet a decline', () => {
    expect(statusOutcomeOf('25')).toBe('no record')
    expect(outcomeOf('25')).toBe('unknown')
    expect(['00', '51', '94', null].map(statusOutcomeOf)).toEqual(['approved', 'refused', 'unknown', 'unknown'])
  })

  it('leaves a name enquiry open only without a code and with codes that ask to try later', () => {
    const every = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))
    expect(every.filter((code) => nameOutcomeOf(code) === 'approved')).toEqual(['00'])
    expect(every.filter((code) => nameOutcomeOf(code) === 'unknown')).toEqual(['01', '09', '68', '91', '96', '97'])
    expect(['A1', null].map(nameOutcomeOf)).toEqual(['refused', 'unknown'])
  })

  it('describes known and unknown codes for operators', () => {
    expect(describeResponseCode('51')).toBe('Insufficient funds')
    expect(describeResponseCode('Z9')).toBe('The switch responded with code Z9')
    expect(describeResponseCode('constructor')).toBe('The switch responded with code constructor')
    expect(describeResponseCode(null)).toBe('No response from the switch')
  })
})

describe('session IDs', () => {
  it('composes a session ID of sending bank, time in Lagos and a serial of twelve digits', () => {
    expect(newSessionId(new Date('2026-11-20T23:04:05.678Z'), 42n)).toBe('000023261121000405000000000042')
    expect(newSessionId(new Date('2026-01-02T03:04:05Z'), 999_999_999_999)).toBe('000023260102040405999999999999')
  })

  it('generates a random serial when none is given', () => {
    const at = new Date()
    const ids = new Set(Array.from({ length: 1000 }, () => newSessionId(at)))
    expect(ids.size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^000023\d{24}$/)
  })

  it('rejects a serial that is too long', () => {
    for (const serial of [-1, 10 ** 12, 1.5]) expect(() => newSessionId(new Date(), serial)).toThrow(RangeError)
  })
})
