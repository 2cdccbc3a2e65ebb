import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { uuidv7 } from '../uuid.ts'
import { hold, type Line, type Posting, post, settle } from './ledger.ts'
import { LedgerRefusal } from './ledger-refusal.ts'
import { providerAccount } from './provider-accounts.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const at = new Date('2026-03-04T10:00:00Z')
const [account, wallet] = await someAccounts(db, 'PRODUCTION')
const [elsewhere] = await someAccounts(db, 'SANDBOX')
const float = providerAccount('PRODUCTION', 'FLOAT_NIP')

function collection(lines: Line[]): Posting {
  const { mode, merchantId } = account
  return { mode, kind: 'COLLECTION', reference: `KBO-${uuidv7()}`, transactionId: null, merchantId, at, lines }
}

const funding = (amountKobo: bigint) => [
  { accountId: account.id, amountKobo },
  { accountId: float, amountKobo: -amountKobo },
]
const transfer = await transact(db, (t) => post(t, collection(funding(100_000n))))

/** Contents of the ledger, which a refusal must leave unchanged. */
async function everything() {
  const { rows } = await sql`
    select (select jsonb_agg(account order by id) from account) as accounts,
      (select jsonb_agg(hold order by id) from hold) as holds,
      (select count(*)::int from transfer) as transfers, (select count(*)::int from entry) as entries,
      (select count(*)::int from balance_delta) as deltas
  `.execute(db)
  return rows
}

/** Returns the message of a refusal; fails if anything has changed. */
async function refusal(work: (t: Transaction) => Promise<unknown>): Promise<string> {
  const before = await everything()
  const message = await transact(db, work).then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  )
  expect(await everything()).toEqual(before)
  return message
}

/** Grants the tests, until the end of the transaction, the rights that the product revoked. */
async function asOwner(t: Transaction): Promise<void> {
  await sql`grant all on transfer, entry to current_user`.execute(t)
}

describe('guards of the ledger', () => {
  it.each<[string, Line[], RegExp]>([
    ['lines that do not sum to zero', [...funding(5n), { accountId: float, amountKobo: 1n }], /sum to zero/],
    ['a posting that moves nothing', funding(0n), /must have entries/],
    ['an account of the other mode', [...funding(5n), ...moved(elsewhere.id, account.id)], /within one mode/],
    [
      "the other mode's float",
      [...funding(5n), ...moved(providerAccount('SANDBOX', 'FLOAT_NIP'), float)],
      /within one/,
    ],
    ['an account that does not exist', [...funding(5n), ...moved(uuidv7(), account.id)], /does not exist/],
  ])('refuses %s', async (_, lines, reason) => {
    expect(await refusal((t) => post(t, collection(lines)))).toMatch(reason)
  })

  it('refuses more than is available, even when more is booked, and names the account', async () => {
    await transact(db, (t) => hold(t, held(60_000n)))
    expect(await refusal((t) => post(t, collection(funding(-40_001n))))).toMatch(
      /^Account \d{10} has insufficient funds$/,
    )
    expect(await refusal((t) => hold(t, held(40_001n)))).toMatch(/has insufficient funds/)
    expect(await refusal((t) => hold(t, { ...held(1n), accountId: wallet.id }))).toMatch(/has insufficient funds/)
  })

  it('rejects a hold of zero or less and one on a provider account', async () => {
    expect(await refusal((t) => hold(t, held(0n)))).toMatch(/violates check/)
    expect(await refusal((t) => hold(t, held(-5n)))).toMatch(/violates check/)
    expect(await refusal((t) => hold(t, { ...held(5n), accountId: float }))).toMatch(/violates foreign key/)
  })

  it('changes nothing on a refusal, so that the surrounding transaction can continue', async () => {
    const attempt = held(500n)
    await transact(db, (t) => hold(t, attempt))
    const before = await everything()
    await transact(db, async (t) => {
      await expect(post(t, collection(funding(-1_000_000n)))).rejects.toBeInstanceOf(LedgerRefusal)
      await expect(hold(t, held(1_000_000n))).rejects.toBeInstanceOf(LedgerRefusal)
      // The payout would also debit a wallet beyond its balance.
      const lines = [...funding(-500n), { accountId: wallet.id, amountKobo: -1n }, { accountId: float, amountKobo: 1n }]
      const { transactionId } = attempt
      await expect(settle(t, { ...collection(lines), transactionId })).rejects.toBeInstanceOf(LedgerRefusal)
      await expect(settle(t, { ...collection(funding(-499n)), transactionId })).rejects.toThrow(
        /exactly the held amount/,
      )
    })
    expect(await everything()).toEqual(before)
  })
})

describe('guards of the database', () => {
  it.each([
    sql`update entry set amount_kobo = amount_kobo * 2`,
    sql`update transfer set kind = 'MOVE'`,
    sql`delete from entry`,
    sql`delete from transfer`,
    sql`truncate entry, transfer`,
  ])('rejects changes to posted transfers: statement %#', async (statement) => {
    expect(await refusal((t) => statement.execute(t))).toMatch(/permission denied|are never changed or deleted/)
    expect(
      await refusal(async (t) => {
        await asOwner(t)
        await statement.execute(t)
      }),
    ).toMatch(/are never changed or deleted/)
  })

  it('rejects a transfer whose entries do not sum to zero, at commit at the latest', async () => {
    expect(
      await refusal(async (t) => {
        const id = await post(t, collection(funding(10n)))
        await enter(t, id, 7, 1n)
      }),
    ).toMatch(/do not sum to zero/)
  })

  it('rejects entries added to a committed transfer, balanced or not', async () => {
    expect(await refusal((t) => enter(t, transfer, 7, 1n))).toMatch(/are written with it, never later/)
    expect(
      await refusal(async (t) => {
        const row = { merchant_id: account.merchantId, at: at.toISOString(), transfer_id: transfer }
        const rows = [
          { ...row, position: 7, account_id: account.id, amount_kobo: 100n },
          { ...row, position: 8, account_id: float, amount_kobo: -100n },
        ]
        await t.insertInto('entry').values(rows).execute()
      }),
    ).toMatch(/are written with it, never later/)
    expect(
      await refusal(async (t) => {
        const id = await post(t, collection(funding(10n)))
        await sql`insert into entry select ${transfer}, position + 2, account_id, merchant_id, transaction_id, at, amount_kobo
          from entry where transfer_id = ${id}`.execute(t)
      }),
    ).toMatch(/are written with it, never later/)
  })

  it('accepts entries written with their transfer across savepoints', async () => {
    const id = await transact(db, async (t) => {
      await sql`savepoint before_transfer`.execute(t)
      const written = await post(t, collection(funding(10n)))
      await sql`release savepoint before_transfer`.execute(t)
      await enter(t, written, 7, 1n)
      await sql`savepoint before_entry`.execute(t)
      await enter(t, written, 8, -1n)
      return written
    })
    const entries = db.selectFrom('entry').select('position').where('transfer_id', '=', id)
    expect(await entries.execute()).toHaveLength(4)
  })

  it('rejects an entry without a transfer and an entry of zero', async () => {
    expect(await refusal((t) => enter(t, uuidv7(), 0, 1n))).toMatch(/foreign key/)
    expect(await refusal((t) => enter(t, transfer, 7, 0n))).toMatch(/violates check/)
  })

  it.each([
    ['more available than booked', sql`update account set available_kobo = booked_kobo + 1`],
    ['a negative available balance', sql`update account set available_kobo = -1`],
  ])('rejects %s', async (_, statement) => {
    expect(await refusal((t) => statement.execute(t))).toMatch(/violates check/)
  })

  it.each(['POSTED>VOIDED', 'VOIDED>POSTED', 'POSTED>HELD', 'VOIDED>HELD'])(
    'rejects the status change %s of a hold',
    async (step) => {
      const [from = '', to = ''] = step.split('>')
      const { transactionId, accountId, merchantId } = held(1n)
      const id = uuidv7(at.getTime())
      await sql`insert into hold (id, account_id, merchant_id, transaction_id, amount_kobo, status, created_at)
      values (${id}, ${accountId}, ${merchantId}, ${transactionId}, 1, ${from}, ${at.toISOString()})`.execute(db)
      expect(await refusal((t) => sql`update hold set status = ${to} where id = ${id}`.execute(t))).toMatch(
        /once they are final/,
      )
    },
  )

  it.each(['POSTED', 'VOIDED'])('rejects changes to and deletion of a hold that is %s', async (status) => {
    const { transactionId, accountId, merchantId } = held(1n)
    const id = uuidv7(at.getTime())
    await sql`insert into hold (id, account_id, merchant_id, transaction_id, amount_kobo, status, created_at)
      values (${id}, ${accountId}, ${merchantId}, ${transactionId}, 1, ${status}, ${at.toISOString()})`.execute(db)
    for (const change of [sql`update hold set amount_kobo = 2`, sql`delete from hold`]) {
      expect(await refusal((t) => sql`${change} where id = ${id}`.execute(t))).toMatch(/once they are final/)
    }
  })

  it('rejects changes to a settled collection but not to a waiting one', async () => {
    const collected = async (state: 'SETTLED' | 'WAITING') => {
      const [transaction_id, id] = [uuidv7(), uuidv7(at.getTime())]
      const [account_id, merchant_id] = [account.id, account.merchantId]
      const settlement = { id, mode: account.mode, merchant_id, account_id, created_at: at.toISOString() }
      await db
        .insertInto('settlement')
        .values({ ...settlement, category: 'MERCHANT_SETTLEMENT', status: 'PENDING', amount_kobo: 5n })
        .execute()
      const settlement_id = state === 'SETTLED' ? id : null
      const item = { account_id, transaction_id, merchant_id, collected_at: at.toISOString(), amount_kobo: 5n }
      await db
        .insertInto('settlement_item')
        .values({ ...item, state, settlement_id })
        .execute()
      return transaction_id
    }
    const settled = await collected('SETTLED')
    for (const change of [
      sql`update settlement_item set amount_kobo = 6`,
      sql`update settlement_item set state = 'WAITING', settlement_id = null`,
      sql`delete from settlement_item`,
    ]) {
      const refused = await refusal((t) => sql`${change} where transaction_id = ${settled}`.execute(t))
      expect(refused).toMatch(/once they are final/)
    }
    const waiting = await collected('WAITING')
    const deletion = db.deleteFrom('settlement_item').where('transaction_id', '=', waiting)
    expect((await deletion.executeTakeFirst()).numDeletedRows).toBe(1n)
  })

  it.each([sql`update profit set fee_kobo = fee_kobo + 1`, sql`delete from profit`, sql`truncate profit`])(
    'rejects changes to profit rows: statement %#',
    async (statement) => {
      expect(await refusal((t) => statement.execute(t))).toMatch(/permission denied|are never changed or deleted/)
      expect(
        await refusal(async (t) => {
          await sql`grant all on profit to current_user`.execute(t)
          await statement.execute(t)
        }),
      ).toMatch(/are never changed or deleted/)
    },
  )

  it.each([sql`truncate hold`, sql`truncate settlement_item`])(
    'rejects truncation: statement %#',
    async (statement) => {
      expect(await refusal((t) => statement.execute(t))).toMatch(/are never changed or deleted/)
    },
  )
})

function held(amountKobo: bigint) {
  return { accountId: account.id, merchantId: account.merchantId, transactionId: uuidv7(), amountKobo, at }
}

function moved(from: string, to: string): Line[] {
  return [
    { accountId: from, amountKobo: -1n },
    { accountId: to, amountKobo: 1n },
  ]
}

async function enter(t: Transaction, transferId: string, position: number, amountKobo: bigint): Promise<void> {
  await sql`insert into entry (transfer_id, position, account_id, merchant_id, at, amount_kobo) values (
    ${transferId}, ${position}, ${account.id}, ${account.merchantId}, ${at.toISOString()}, ${amountKobo})`.execute(t)
}
