import { allCategories, transactionStatuses } from '@kobo/contract/transaction-records'
import { describe, expect, it } from 'vitest'
import { mayMarkFailed, mayMarkSuccess, mayRequery, mayResendWebhook, mayStillChange } from './transaction-rules.ts'

const everyCase = [...allCategories, null].flatMap((category) =>
  [...transactionStatuses, 'REVERSED'].map((status) => ({ category, status })),
)

/** Returns the cases that a rule allows, as text. */
function allowed(rule: (subject: { category: string | null; type: string; status: string }) => boolean, type: string) {
  return everyCase
    .filter((subject) => rule({ ...subject, type }))
    .map(({ category, status }) => `${category} ${status}`)
}

/** Returns cases of each outbound payment in these statuses, in the order of the categories. */
const outbound = (...statuses: string[]) =>
  ['BANK_TRANSFER', 'REFUND', 'BILL_PAYMENT'].flatMap((category) => statuses.map((status) => `${category} ${status}`))

describe('Transaction rules', () => {
  it.each(['DEBIT', 'CREDIT'])(
    'TXDETAIL-13 allows resending the webhook event only for a final bank transfer, funding or payment at a terminal, %s',
    (type) => {
      expect(allowed(mayResendWebhook, type)).toEqual([
        'BANK_TRANSFER SUCCESS',
        'BANK_TRANSFER FAILED',
        'BANK_FUNDING SUCCESS',
        'BANK_FUNDING FAILED',
        'CREDIT_STORE SUCCESS',
        'CREDIT_STORE FAILED',
      ])
    },
  )

  it('allows a requery of a payout that is pending or failed', () => {
    expect(allowed(mayRequery, 'DEBIT')).toEqual(outbound('PENDING', 'FAILED'))
    expect(allowed(mayRequery, 'CREDIT')).toEqual([])
  })

  it('allows no requery of a failed payout that was never sent', () => {
    const payout = { category: 'BANK_TRANSFER', type: 'DEBIT' }
    expect(mayRequery({ ...payout, status: 'FAILED', sessionId: null })).toBe(false)
    expect(mayRequery({ ...payout, status: 'FAILED', sessionId: '000023261120143205118830274615' })).toBe(true)
    expect(mayRequery({ ...payout, status: 'PENDING', sessionId: null })).toBe(true)
  })

  it('allows only a pending payout to be marked successful', () => {
    expect(allowed(mayMarkSuccess, 'DEBIT')).toEqual(outbound('PENDING'))
    expect(allowed(mayMarkSuccess, 'CREDIT')).toEqual([])
  })

  it('allows a queued or pending payout to be marked failed', () => {
    expect(allowed(mayMarkFailed, 'DEBIT')).toEqual(outbound('QUEUED', 'PENDING'))
    expect(allowed(mayMarkFailed, 'CREDIT')).toEqual([])
  })

  it('ignores the case of the type', () => {
    expect(mayRequery({ category: 'BANK_TRANSFER', type: 'debit', status: 'PENDING' })).toBe(true)
  })

  it.each([
    ['QUEUED', [], true],
    ['PENDING', [{ completed: true }], true],
    ['SUCCESS', [{ completed: true }, { completed: false }], true],
    ['SUCCESS', [{ completed: true }], false],
    ['FAILED', [], false],
    [undefined, undefined, false],
  ])('reports whether %s with the steps %j may still change: %s', (status, steps, expected) => {
    expect(mayStillChange(status, steps)).toBe(expected)
  })
})
