import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { banks } from '../rails/banks.ts'
import { accountNumber, isNuban } from './nuban.ts'

const bankCode = fc.constantFrom(...banks.map(({ code }) => code))
const serial = fc.integer({ min: 0, max: 999_999_999 })
const place = fc.integer({ min: 0, max: 9 })

describe('NUBAN account numbers', () => {
  it.each([
    ['011', 1457, '0000014579'],
    ['011', 22, '0000000220'],
    ['044', 1_024_678, '0010246780'],
    ['058', 12_345_678, '0123456785'],
    ['50515', 100_000_001, '1000000015'],
  ])('computes the account number of bank %s with serial %i as %s', (code, number, expected) => {
    expect(accountNumber(number, code)).toBe(expected)
    expect(accountNumber(BigInt(number), code)).toBe(expected)
    expect(isNuban(expected, code)).toBe(true)
  })

  it('creates valid numbers for every bank and serial', () => {
    fc.assert(
      fc.property(serial, bankCode, (number, code) => {
        expect(isNuban(accountNumber(number, code), code)).toBe(true)
      }),
    )
  })

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(serial, bankCode, place, fc.integer({ min: 1, max: 9 }), (number, code, at, shift) => {
        const right = accountNumber(number, code)
        const wrongDigit = (Number(right.charAt(at)) + shift) % 10
        expect(isNuban(`${right.slice(0, at)}${wrongDigit}${right.slice(at + 1)}`, code)).toBe(false)
      }),
    )
  })

  it('detects swapped neighbours except with equal weights or digits five apart', () => {
    fc.assert(
      fc.property(serial, bankCode, fc.integer({ min: 0, max: 7 }), (number, code, at) => {
        const right = accountNumber(number, code)
        const [digit, nextDigit] = [right.charAt(at), right.charAt(at + 1)]
        const swapped = `${right.slice(0, at)}${nextDigit}${digit}${right.slice(at + 2)}`
        const sameWeight = at % 3 === 2
        const unseen = sameWeight || (Number(digit) - Number(nextDigit)) % 5 === 0
        expect(isNuban(swapped, code)).toBe(unseen)
      }),
    )
  })

  it('rejects numbers that are not ten digits', () => {
    for (const text of ['', '000001457', '00000145790', '000001457a', ' 0000014579', '0000014579\n', '٠٠٠٠٠١٤٥٧٩']) {
      expect(isNuban(text, '011')).toBe(false)
    }
  })

  it('rejects serials above nine digits and invalid bank codes', () => {
    for (const wrong of [-1, 1.5, 1_000_000_000, Number.NaN])
      expect(() => accountNumber(wrong, '011')).toThrow(RangeError)
    for (const wrong of ['', '11', '0011', 'abc', '1234567']) expect(() => accountNumber(1, wrong)).toThrow(RangeError)
  })
})
