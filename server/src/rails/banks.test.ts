import { describe, expect, it } from 'vitest'
import { banks, findBank } from './banks.ts'

describe('banks', () => {
  it('lists banks with unique codes, switch codes and names, sorted by name', () => {
    for (const key of ['code', 'nipCode', 'name'] as const) {
      expect(new Set(banks.map((bank) => bank[key])).size).toBe(banks.length)
    }
    for (const { code, nipCode } of banks) {
      expect(code).toMatch(/^(\d{3}|\d{5}|\d{6})$/)
      expect(nipCode).toMatch(/^\d{6}$/)
    }
    expect(banks.map(({ name }) => name)).toEqual(banks.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)))
  })

  it('finds banks by central bank code and by switch code', () => {
    expect(findBank('058')).toMatchObject({ nipCode: '000013', name: 'Guaranty Trust Bank' })
    expect(findBank('000013')).toMatchObject({ code: '058' })
    expect(findBank('50211')).toMatchObject({ nipCode: '090267' })
    expect(findBank('101')).toMatchObject({ nipCode: '000023', name: 'Providus Bank' })
    expect(findBank('999')).toBeUndefined()
  })
})
