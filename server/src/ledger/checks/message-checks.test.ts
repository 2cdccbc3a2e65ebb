import { messagedTypes } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { findingsAfter, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import { messageChecks } from './message-checks.ts'

const { shop } = await healthyLedger()
const at = '2026-03-04T10:00:00.000Z'

interface SomeMessage {
  type?: string
  recordId?: string
  merchantId?: string
  mode?: string
  isAudited?: boolean
}

async function aMessage(t: Transaction, message: SomeMessage): Promise<void> {
  const { type = 'merchant', recordId = shop.merchantId, merchantId = shop.merchantId } = message
  const { mode = 'PRODUCTION', isAudited = true } = message
  const staffId = await someStaff(t)
  await sql`
    insert into record_message (id, mode, record_type, record_id, merchant_id, staff_id, at, recipient, subject, text, email)
    values (${uuidv7()}, ${mode}, ${type}, ${recordId}, ${merchantId}, ${staffId}, ${at}, 'MERCHANT', 'Hello', 'Hello',
      'desk@adire.test')`.execute(t)
  if (!isAudited) return
  await sql`
    insert into audit (id, at, staff_id, action, record_type, record_id, merchant_id)
    values (${uuidv7(Date.parse(at))}, ${at}, ${staffId}, 'message.send', ${type}, ${recordId}, ${merchantId})`.execute(
    t,
  )
}

describe('message checks', () => {
  testChecks(messageChecks, [
    [
      'a message about a record of the other mode',
      { 'message-without-record': 1 },
      (t) => aMessage(t, { mode: 'SANDBOX' }),
    ],
    [
      'a message to another merchant than that of its record',
      { 'message-without-record': 1 },
      (t) => aMessage(t, { merchantId: uuidv7() }),
    ],
    ['a message without an audit record', { 'message-without-audit': 1 }, (t) => aMessage(t, { isAudited: false })],
  ])

  it.each(messagedTypes)('finds a message about a %s that does not exist', async (type) => {
    expect(await findingsAfter((t) => aMessage(t, { type, recordId: uuidv7() }))).toEqual({
      'message-without-record': 1,
    })
  })

  it.each([
    ['merchant', 'select id, id as merchant_id, mode from merchant limit 1'],
    ['wallet', 'select id, merchant_id, mode from wallet limit 1'],
    ['child_account', "select id, merchant_id, mode from account where kind = 'CHILD' limit 1"],
    ['transaction', 'select id, merchant_id, mode from transaction limit 1'],
  ])('finds nothing wrong with a message about a %s', async (type, find) => {
    const plant = async (t: Transaction) => {
      const { rows } = await sql<{ id: string; merchant_id: string; mode: string }>`${sql.raw(find)}`.execute(t)
      const [record] = rows
      if (!record) throw new Error('The healthy ledger has none')
      await aMessage(t, { type, recordId: record.id, merchantId: record.merchant_id, mode: record.mode })
    }
    expect(await findingsAfter(plant)).toEqual({})
  })
})
