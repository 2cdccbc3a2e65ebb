import { sql } from 'kysely'
import { describe } from 'vitest'
import { chargeTerminalMonth } from '../../testing/terminal-fees.ts'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { idAt } from '../../testing/factories.ts'
import { collect, move } from '../../testing/ledger-fixtures.ts'
import { uuidv7 } from '../../uuid.ts'
import { storeChecks } from './store-checks.ts'

const { shop, friend, store, terminal, otherStore } = await healthyLedger()

describe('store checks', () => {
  testChecks(storeChecks, [
    [
      "a store in another merchant's shop",
      { 'store-merchant-mismatch': 1 },
      async (t) => {
        const id = idAt(at)
        await sql`insert into shop (id, mode, merchant_id, created_at, name, branch)
        values (${id}, 'PRODUCTION', ${friend.merchantId}, ${at}, 'Kernel', 'Ikeja')`.execute(t)
        await sql`update store set shop_id = ${id} where id = ${store.id}`.execute(t)
      },
    ],
    [
      "a terminal in another merchant's store",
      { 'store-merchant-mismatch': 1, 'terminal-id-mismatch': 3 },
      (t) => sql`update terminal set store_id = ${otherStore.id} where id = ${terminal.id}`.execute(t),
    ],
    [
      'a store whose ledger account belongs to another merchant',
      { 'store-account-mismatch': 1 },
      (t) => sql`update store set merchant_id = ${shop.merchantId} where id = ${otherStore.id}`.execute(t),
    ],
    [
      'a terminal whose ledger account has another mode',
      { 'terminal-account-mismatch': 1, 'store-merchant-mismatch': 1 },
      (t) => sql`update terminal set mode = 'SANDBOX' where id = ${terminal.id}`.execute(t),
    ],
    [
      'a terminal collection with another category',
      { 'store-category-mismatch': 1 },
      (t) => collect(t, terminal, { category: 'BANK_FUNDING' }),
    ],
    [
      "a terminal collection on a store's account",
      { 'store-category-mismatch': 1 },
      (t) => collect(t, store, { category: 'CREDIT_STORE' }),
    ],
    [
      'a terminal collection without its terminal ID',
      { 'terminal-id-mismatch': 1 },
      (t) => collect(t, terminal, { terminal_id: null }),
    ],
    [
      'a merchant transaction with a terminal ID',
      { 'terminal-id-mismatch': 1 },
      (t) => collect(t, shop, { terminal_id: terminal.id }),
    ],
    [
      "a second fee for a terminal's month under another reference",
      { 'invalid-terminal-fee-reference': 1 },
      (t) => chargeTerminalMonth(t, { store, terminal }, { reference: `KBO-${uuidv7().toUpperCase()}` }),
    ],
    [
      'a terminal fee for a month before the terminal existed',
      { 'invalid-terminal-fee-reference': 1 },
      async (t) => {
        const { number } = await t
          .selectFrom('account')
          .select('account_number as number')
          .where('id', '=', terminal.id)
          .executeTakeFirstOrThrow()
        await chargeTerminalMonth(t, { store, terminal }, { reference: `TERMINAL/2026-01/${number}` })
      },
    ],
    [
      'a sweep whose store side has another terminal',
      { 'store-transfer-mismatch': 1, 'terminal-id-mismatch': 1 },
      async (t) => {
        const reference = await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
        await sql`update transaction set terminal_id = null where reference = ${reference} and type = 'CREDIT'`.execute(
          t,
        )
      },
    ],
  ])
})
