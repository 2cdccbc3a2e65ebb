import { transactionCategories, transactionStatuses } from '@kobo/contract/transaction-records'
import { describe, expect, it } from 'vitest'
import { mayMarkFailed, mayMarkSuccess, mayRequery, mayResendWebhook, mayStillChange } from './transaction-rules.ts'

const everyCase = [...transactionCategories, null].flatMap((category) =>
  [...transactionStatuses, 'REVERSED'].map((status) => ({ category, status })),
)

/** Returns the cases that a rule allows, as text. */
function allowed(rule: (subject: { category: string | null; type: string; status: string }) => boolean, type: string) {
  return everyCase
    .filter((subject) => rule({ ...subject, type }))
    .map(({ category, status }) => `${category} ${status}`)
}

describe('what may be done about a transaction', () => {
  it.each(['DEBIT', 'CREDIT'])(
    'TXDETAIL-13 the webhook event may be sent again for a finished bank transfer or funding and nothing else, %s',
    (type) => {
      expect(allowed(mayResendWebhook, type)).toEqual([
        'BANK_TRANSFER SUCCESS',
        'BANK_TRANSFER FAILED',
        'BANK_FUNDING SUCCESS',
        'BANK_FUNDING FAILED',
      ])
    },
  )

  it('the switch may be asked about a payout that is pending or has failed', () => {
    expect(allowed(mayRequery, 'DEBIT')).toEqual(['BANK_TRANSFER PENDING', 'BANK_TRANSFER FAILED'])
    expect(allowed(mayRequery, 'CREDIT')).toEqual([])
  })

  it('only a pending payout may be marked successful', () => {
    expect(allowed(mayMarkSuccess, 'DEBIT')).toEqual(['BANK_TRANSFER PENDING'])
    expect(allowed(mayMarkSuccess, 'CREDIT')).toEqual([])
  })

  it('a queued or pending payout may be marked failed', () => {
    expect(allowed(mayMarkFailed, 'DEBIT')).toEqual(['BANK_TRANSFER QUEUED', 'BANK_TRANSFER PENDING'])
    expect(allowed(mayMarkFailed, 'CREDIT')).toEqual([])
  })

  it('a type counts in whichever case it is written', () => {
    expect(mayRequery({ category: 'BANK_TRANSFER', type: 'debit', status: 'PENDING' })).toBe(true)
  })

  it.each([
    ['QUEUED', [], true],
    ['PENDING', [{ completed: true }], true],
    ['SUCCESS', [{ completed: true }, { completed: false }], true],
    ['SUCCESS', [{ completed: true }], false],
    ['FAILED', [], false],
    [undefined, undefined, false],
  ])('%s with the steps %j may still change: %s', (status, steps, expected) => {
    expect(mayStillChange(status, steps)).toBe(expected)
  })
})
