import { expect, it } from 'vitest'
import { makeSeal } from './seal.ts'

const seal = makeSeal('a secret')
const other = makeSeal('another secret')
const number = '22123456789'
const refused = /unable to authenticate|invalid polyval tag/

it('opens its own seals and rejects those altered or made with another secret', () => {
  for (const [close, open] of [
    [seal.close, seal.open],
    [seal.closeNumber, seal.openNumber],
  ] as const) {
    const sealed = close(number)
    expect(open(sealed)).toBe(number)
    const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => open(altered), altered).toThrow(refused)
  }
  expect(() => other.open(seal.close(number))).toThrow(refused)
  expect(() => other.openNumber(seal.closeNumber(number))).toThrow(refused)
  expect(() => seal.openNumber(number)).toThrow('Not a sealed number')
})

it('FIND-36 seals equal numbers equally and different numbers differently under one secret', () => {
  expect(seal.closeNumber(number)).toBe(makeSeal('a secret').closeNumber(number))
  const closed = [number, '22123456780', 'A22123456'].flatMap((value) => [
    seal.closeNumber(value),
    other.closeNumber(value),
  ])
  expect(new Set(closed).size).toBe(6)
  expect(seal.close(number)).not.toBe(seal.close(number))
})
