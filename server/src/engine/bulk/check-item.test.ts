import { describe, expect, it } from 'vitest'
import { findBank } from '../../rails/banks.ts'
import { findingFromResponse, parseAmount } from './check-item.ts'

it('parses amounts with spaces, commas and up to two decimals', () => {
  const texts = ['0', '1', '1.5', '1.05', ' 2,500.00 ', '1,000,000', '2500', '100,000,000.00']
  expect(texts.map(parseAmount)).toEqual([0n, 100n, 150n, 105n, 250_000n, 100_000_000n, 250_000n, 10_000_000_000n])
})

it('rejects amounts above the limit of a single order', () => {
  const texts = ['100000000.01', '100,000,001', '9999999999999.99', '999,999,999,999,999']
  expect(texts.map(parseAmount)).toEqual(texts.map(() => null))
})

it('rejects ambiguous amounts', () => {
  const texts = [
    '',
    '-1',
    '+1',
    '1.005',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '1,00',
    '12,34.5',
    '1 000',
    '2.500,00',
    'NaN',
    '1,2,3',
  ]
  expect(texts.map(parseAmount)).toEqual(texts.map(() => null))
  expect(parseAmount('99999999999999')).toBe(null)
})

describe('a name enquiry', () => {
  const bank = findBank('058')
  if (!bank) throw new Error('Bank 058 is missing')
  const finding = (code: string | null, attempt: number) =>
    findingFromResponse(
      { code, request: {}, response: null, problem: null, accountName: null },
      { bank, accountNumber: '0123456789' },
      { attempt, at: new Date() },
    )

  it('marks an item as invalid at once after a definite code', () => {
    expect([finding('06', 1), finding('34', 1)]).toEqual([
      { kind: 'invalid', problem: 'The name enquiry failed: Dormant account (06)' },
      { kind: 'invalid', problem: 'The name enquiry failed: Suspected fraud (34)' },
    ])
  })

  it('is repeated seven times while it asks to try later or gets no response', () => {
    const unavailable = "The name enquiry failed: The beneficiary's bank is unavailable (91)"
    for (const code of ['91', null]) expect(finding(code, 7)).toEqual({ kind: 'open' })
    expect(finding('91', 8)).toEqual({ kind: 'invalid', problem: unavailable })
    expect(finding(null, 8)).toEqual({ kind: 'invalid', problem: 'The name enquiry failed: no response' })
  })
})
