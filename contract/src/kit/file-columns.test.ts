import { describe, expect, it } from 'vitest'
import { contract } from '../index.ts'
import type { Call } from './call.ts'
import { fileColumns } from './file-columns.ts'

const calls: Call[] = Object.values(contract).flatMap((area) => Object.values<Call>(area))
const lists = calls.filter((call) => fileColumns(call).length > 0)

describe('fileColumns', () => {
  it('FILE-13 returns columns for every call that counts its rows', () => {
    const counted = calls.filter(({ reply }) => 'shape' in reply && Object.hasOwn(Object(reply.shape), 'totalRecords'))
    expect(counted.length).toBeGreaterThan(40)
    expect(lists).toEqual(counted)
  })

  it.each(lists.map((call) => [call.path, call] as const))(
    'FILE-13 gives the columns of %s unique titles',
    (_, call) => {
      const columns = fileColumns(call)
      const titles = columns.map(({ title }) => title)
      expect(new Set(titles).size).toBe(titles.length)
      for (const title of titles) expect(title).toMatch(/^[A-Z][A-Za-z]*( ([A-Za-z]+|\d+))*$/)
      expect(columns.filter(({ path }) => /link|url/i.test(path))).toEqual([])
    },
  )

  it('FILE-13 flattens the fields of a reply and derives the kind of each column', () => {
    const cells = fileColumns(contract.virtualAccounts.list).map(
      ({ path, title, kind }) => `${path}: ${title}, ${kind}`,
    )
    expect(cells).toEqual([
      'id: ID, text',
      'createdAt: Date created, moment',
      'status: Status, text',
      'kind: Kind, text',
      'accountName: Account name, text',
      'accountNumber: Account number, text',
      'bankName: Bank name, text',
      'amount: Amount, naira',
      'charges: Charges, naira',
      'metadata.reference: Metadata reference, text',
      'merchant.id: Merchant ID, text',
      'merchant.businessName: Merchant business name, text',
      'expiresAt: Expires, moment',
      'closedAt: Closed, moment',
    ])
    expect(fileColumns(contract.checkouts.list).find(({ path }) => path === 'hasPaid')?.kind).toBe('yesNo')
    expect(fileColumns(contract.stores.list).find(({ path }) => path === 'terminals')?.kind).toBe('number')
  })

  it('FILE-13 returns no columns for a call that is not a list', () => {
    expect(fileColumns(contract.transactions.info)).toEqual([])
    expect(fileColumns(contract.transactions.markFailed)).toEqual([])
  })
})
