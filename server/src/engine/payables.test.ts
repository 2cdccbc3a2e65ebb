import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { post } from '../ledger/ledger.ts'
import { providerAccount } from '../ledger/provider-accounts.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { aStillEngine } from '../testing/status-queried-payouts.ts'
import { type PayableKind, settlePayablesDaily } from './payables.ts'
import { processItems } from '../testing/run-inline.ts'

const modes = ['PRODUCTION', 'SANDBOX'] as const

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

it('pays scheme and billers of both modes from the float of the route of their mode', async () => {
  await database.pool.query("update transfer_route set route = 'ETRANZACT' where mode = 'SANDBOX'")
  const creditPayable = (mode: (typeof modes)[number], payable: PayableKind, amountKobo: bigint) =>
    transact(database.db, (t) =>
      post(t, {
        mode,
        kind: 'CORRECTION',
        reference: `${payable} ${mode}`,
        transactionId: null,
        merchantId: null,
        at: still.clock(),
        lines: [
          { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: -amountKobo },
          { accountId: providerAccount(mode, payable), amountKobo },
        ],
      }),
    )
  for (const mode of modes) {
    await creditPayable(mode, 'SCHEME_FLOAT', 700n)
    await creditPayable(mode, 'BILLER_FLOAT', 50n)
  }
  const work = () => processItems(settlePayablesDaily(still.engine()), '2100-11-21')
  await Promise.all([work(), work()])
  const { rows } = await database.pool.query(
    `select transfer.mode, reference, provider.kind, amount_kobo::int as kobo
     from transfer join entry on entry.transfer_id = transfer.id
     join provider_account as provider on provider.id = account_id
     where transfer.kind <> 'CORRECTION' and amount_kobo > 0 order by 1, 2`,
  )
  expect(rows).toEqual([
    { mode: 'PRODUCTION', reference: 'BILLERS-2100-11-21', kind: 'FLOAT_NIP', kobo: 50 },
    { mode: 'PRODUCTION', reference: 'SCHEME-2100-11-21', kind: 'FLOAT_NIP', kobo: 700 },
    { mode: 'SANDBOX', reference: 'BILLERS-2100-11-21', kind: 'FLOAT_ETRANZACT', kobo: 50 },
    { mode: 'SANDBOX', reference: 'SCHEME-2100-11-21', kind: 'FLOAT_ETRANZACT', kobo: 700 },
  ])
})
