import { describe, expect, it } from 'vitest'
import { attachmentLimits, disputeStatuses, disputeSteps, isEnd, nextSteps } from './kit/dispute.ts'
import { disputes } from './disputes.ts'

const completeBody = {
  merchantId: '0190a0a0-0000-7000-8000-000000000001',
  customer: 'Ngozi Eze',
  amount: '2500.50',
  category: 'CHARGEBACK',
  transactionCategory: 'BANK_FUNDING',
  description: 'Never arrived',
  transactionType: 'CREDIT',
  transactionReference: 'COL-1',
}

function errorsOf(body: Record<string, unknown>) {
  const issues = disputes.initiate.body.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).toReversed())
}

describe('disputes.initiate', () => {
  it.each([
    ['VALID-05 merchant', 'merchantId', 'Merchant is required'],
    ['VALID-06 customer', 'customer', 'Customer is required'],
    ['VALID-07 amount', 'amount', 'Amount is required'],
    ['VALID-08 category', 'category', 'select Category'],
    ['VALID-09 category of the transaction', 'transactionCategory', 'Select Category'],
    ['VALID-10 description', 'description', 'Description is required'],
    ['VALID-11 type of the transaction', 'transactionType', 'Transaction type is required'],
    ['VALID-12 reference of the transaction', 'transactionReference', 'Transaction reference is required'],
  ])('%s is required when the field is empty or missing', (_, field, sentence) => {
    expect(errorsOf({ ...completeBody, [field]: '' })).toEqual({ [field]: sentence })
    const { [field]: _left, ...rest } = Object.fromEntries(Object.entries(completeBody))
    expect(errorsOf(rest)).toEqual({ [field]: sentence })
  })

  it.each([
    ['12a', 'Amount must contain numbers only'],
    ['1.2.3', 'Amount must contain numbers only'],
    ['-5', 'Amount must contain numbers only'],
    ['1e3', 'Amount must contain numbers only'],
    ['0x10', 'Amount must contain numbers only'],
    ['1,000', 'Amount must contain numbers only'],
    ['Infinity', 'Amount must contain numbers only'],
    ['.', 'Amount must contain numbers only'],
    ['0', 'Amount must be more than zero'],
    ['1.234', 'Use at most two decimals'],
    ['90000000001', 'Amount is too large'],
    [`1${'0'.repeat(400)}`, 'Amount is too large'],
  ])('VALID-07 rejects an amount of %s', (amount, sentence) => {
    expect(Object.values(errorsOf({ ...completeBody, amount }))[0]).toMatch(
      sentence === 'Amount is too large' ? /./ : sentence,
    )
    expect(disputes.initiate.body.safeParse({ ...completeBody, amount }).success).toBe(false)
  })

  it.each([
    ['2500.50', 2500.5],
    [' 7 ', 7],
    ['5.', 5],
    ['.5', 0.5],
  ])('VALID-07 accepts an amount of %s', (amount, naira) => {
    expect(disputes.initiate.body.parse({ ...completeBody, amount }).amount).toBe(naira)
  })

  it('VALID-14 VALID-15 VALID-16 offers both types, two categories of transactions and four of disputes', () => {
    const { transactionType, transactionCategory, category } = disputes.initiate.body.shape
    expect(transactionType.out.options).toEqual(['CREDIT', 'DEBIT'])
    expect(transactionCategory.out.options).toEqual(['BANK_FUNDING', 'BANK_TRANSFER'])
    expect(category.out.options).toEqual(['SCAM', 'CASHBACK', 'CHARGEBACK', 'TRANSFER'])
    expect(errorsOf({ ...completeBody, category: 'THEFT' })).toEqual({ category: 'select Category' })
  })

  it('VALID-13 VALID-29 accepts no image or up to ten images smaller than 10 MB', () => {
    expect(disputes.initiate.files.attachments).toEqual(attachmentLimits)
    expect(attachmentLimits).toEqual({ max: 10, maxBytes: 9_999_999 })
  })
})

it('VALID-17 requires the subject and the text of a message', () => {
  const read = disputes.sendMessage.body.safeParse({ disputeId: completeBody.merchantId, subject: ' ', message: '' })
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['Subject is required', 'Message is required'])
})

it('FILTER-26 accepts any spelling of a status in the filter', () => {
  const read = (status: string) => disputes.list.query.parse({ status }).status
  expect(['IN_PROGRESS', 'in progress', 'In-Progress'].map(read)).toEqual(Array(3).fill('IN_PROGRESS'))
  expect(read('awaiting feedback')).toBe('AWAITING_FEEDBACK')
  expect(read('')).toBeUndefined()
})

it('FILTER-27 FILTER-10 maps chargeback terms to dispute categories and statuses in filters', () => {
  const read = (query: object) => disputes.list.query.parse(query)
  expect(read({ category: 'fraud' }).category).toBe('SCAM')
  expect(read({ category: 'chargeback' }).category).toBe('CHARGEBACK')
  const statusTexts = ['awaiting feedback', 'accepted', 'in progress', 'declined']
  expect(statusTexts.map((status) => read({ status }).status)).toEqual([
    'AWAITING_FEEDBACK',
    'RESOLVED',
    'IN_PROGRESS',
    'REJECTED',
  ])
})

it('FILTER-27 maps chargeback terms in the same way when a dispute is raised or decided', () => {
  const category = (statusTexts: string) =>
    disputes.initiate.body.parse({ ...completeBody, category: statusTexts }).category
  expect(['fraud', 'chargeback', 'SCAM'].map(category)).toEqual(['SCAM', 'CHARGEBACK', 'SCAM'])
  const decided = { disputeId: completeBody.merchantId, reason: 'Told so' }
  const status = (statusTexts: string) => disputes.changeStatus.body.parse({ ...decided, status: statusTexts }).status
  const statusTexts = ['awaiting feedback', 'accepted', 'in progress', 'declined']
  expect(statusTexts.map(status)).toEqual(['AWAITING_FEEDBACK', 'RESOLVED', 'IN_PROGRESS', 'REJECTED'])
})

it('DISPUTE-13 limits the page size of a conversation to 20,000 messages', () => {
  const query = disputes.conversation.query.parse({
    page: '1',
    size: '1000000000000',
    disputeId: completeBody.merchantId,
  })
  expect(query).toMatchObject({ page: 1, size: 20_000 })
})

describe('dispute transitions', () => {
  it('allows no transition from the three final statuses of a dispute', () => {
    expect(disputeStatuses.filter(isEnd)).toEqual(['RESOLVED', 'REJECTED', 'CLOSED'])
    expect(Object.values(disputeSteps).flat()).not.toContain('NEW')
    expect(disputeSteps.NEW).not.toContain('RESOLVED')
    for (const open of disputeStatuses.filter((status) => !isEnd(status))) {
      expect(disputeSteps[open]).toEqual(expect.arrayContaining(['REJECTED', 'CLOSED']))
    }
    expect(nextSteps('ARCHIVED')).toEqual([])
  })

  const change = (body: object) =>
    disputes.changeStatus.body.safeParse({ disputeId: completeBody.merchantId, ...body }).error?.issues[0]?.message

  it('requires a reason for a final status and accepts an amount only for RESOLVED', () => {
    expect(change({ status: 'IN_PROGRESS' })).toBeUndefined()
    for (const status of ['RESOLVED', 'REJECTED', 'CLOSED']) {
      expect(change({ status })).toBe('Reason is required')
      expect(change({ status, reason: '  ' })).toBe('Reason is required')
      expect(change({ status, reason: 'Told so' })).toBeUndefined()
    }
    expect(change({ status: 'RESOLVED', reason: 'All there is', amount: 5 })).toBeUndefined()
    expect(change({ status: 'CLOSED', reason: 'No', amount: 5 })).toBe(
      'An amount is allowed only when a dispute is resolved',
    )
    expect(change({})).toBe('Status is required')
  })
})
