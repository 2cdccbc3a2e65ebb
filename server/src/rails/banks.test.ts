import { describe, expect, it } from 'vitest'
import { banks, findBank } from './banks.ts'

describe('the banks', () => {
  it('have codes, switch codes and names of their own, in the order of their names', () => {
    for (const key of ['code', 'nipCode', 'name'] as const) {
      expect(new Set(banks.map((bank) => bank[key])).size).toBe(banks.length)
    }
    for (const { code, nipCode } of banks) {
      expect(code).toMatch(/^(\d{3}|\d{5}|\d{6})$/)
      expect(nipCode).toMatch(/^\d{6}$/)
    }
    expect(banks.map(({ name }) => name)).toEqual(banks.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)))
  })

  it('are found by the code of the central bank and by the code of the switch', () => {
    expect(findBank('058')).toMatchObject({ nipCode: '000013', name: 'Guaranty Trust Bank' })
    expect(findBank('000013')).toMatchObject({ code: '058' })
    expect(findBank('50211')).toMatchObject({ nipCode: '090267' })
    expect(findBank('101')).toMatchObject({ nipCode: '000023', name: 'Providus Bank' })
    expect(findBank('999')).toBeUndefined()
  })
})
