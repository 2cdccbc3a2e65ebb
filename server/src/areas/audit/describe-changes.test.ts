import { expect, it } from 'vitest'
import { describeChanges, summarize } from './describe-changes.ts'

it.each([
  ['a status', { status: 'IN_PROGRESS' }, { status: 'RESOLVED' }, 'Status: In progress → Resolved'],
  ['a switch', { isRefundEnabled: false }, { isRefundEnabled: true }, 'Refunds: No → Yes'],
  ['an amount in naira', undefined, { amount: 1234567.5 }, 'Amount: ₦1,234,567.50'],
  ['a count', { stoppedItems: 0 }, { stoppedItems: 1200 }, 'Stopped items: 0 → 1,200'],
  ['an instant, in Lagos', { until: null }, { until: '2026-11-26T18:00:00.000Z' }, 'Ends: 26-11-2026 19:00'],
  ['a day', { next_day: '2026-12-01' }, { next_day: '2027-01-01' }, 'Next run: 01-12-2026 → 01-01-2027'],
  [
    'one rate of a group of charges',
    { transfers: { below5001: 10, below50001: 25 } },
    { transfers: { below5001: 12.5, below50001: 25 } },
    'Transfers below ₦5,001: ₦10.00 → ₦12.50',
  ],
  [
    'a percentage',
    { virtualAccounts: { type: 'PERCENTAGE', percentage: 1, cap: 0 } },
    { virtualAccounts: { type: 'COMPOSITE', percentage: 1.5, cap: 2000 } },
    'Virtual accounts type: Percentage → Composite; Virtual accounts percentage: 1% → 1.5%; Virtual accounts cap: ₦0.00 → ₦2,000.00',
  ],
  [
    'only the items of a list that differ',
    { rights: ['Teams: see', 'Refunds: refund payments up to ₦20,000.00'] },
    { rights: ['Teams: see', 'Refunds: refund payments up to ₦50,000.00'] },
    'Rights: Refunds: refund payments up to ₦20,000.00 → Refunds: refund payments up to ₦50,000.00',
  ],
  ['what ended', { name: 'Night desk' }, undefined, 'Name: Night desk → none'],
  ['a name in capitals as it is', undefined, { name: 'ADA OBI' }, 'Name: ADA OBI'],
])('describes %s', (_what, before, after, summary) => {
  expect(summarize(describeChanges(before, after))).toBe(summary)
})

it('leaves out what did not change, and has no summary of nothing', () => {
  expect(describeChanges({ a: 1, b: { c: 'x' } }, { a: 1, b: { c: 'x' } })).toEqual([])
  expect(summarize(describeChanges(null, null))).toBeNull()
})
