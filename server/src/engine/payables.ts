import { dayEnd } from '@kobo/contract/kit/day'
import { type Mode, mode as modes } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type ItemJob, sameItems } from '../jobs/item-jobs.ts'
import { balances, post } from '../ledger/ledger.ts'
import { providerAccount } from '../ledger/provider-accounts.ts'
import { receivedSince } from '../ledger/account-days.ts'
import { uuidv7 } from '../uuid.ts'
import type { Engine } from './engine.ts'
import { floatOf } from './switch-route.ts'

/** Payables settled daily: the scheme of our cards and the billers. `name` is the prefix of a payment's reference. */
export const dailyPayables = {
  SCHEME_FLOAT: { kind: 'SCHEME_PAYMENT', name: 'SCHEME' },
  BILLER_FLOAT: { kind: 'BILLER_PAYMENT', name: 'BILLERS' },
} as const

export type PayableKind = keyof typeof dailyPayables

/** Settles a day's payables in both modes. */
export function settlePayablesDaily({ db, clock }: Pick<Engine, 'db' | 'clock'>): ItemJob {
  const parties = Object.keys(dailyPayables) as PayableKind[]
  const items = new Map(
    modes.options.flatMap((mode) => parties.map((payable) => [`${mode} ${payable}`, { mode, owed: payable }])),
  )
  return {
    name: 'pay-owed',
    due: { dailyAtMs: 6 * 3_600_000 },
    find: sameItems([...items.keys()]),
    process: (item, day) =>
      transact(db, async (t) => {
        const payment = items.get(item)
        if (!payment) throw new Error(`Unknown daily payable: ${item}`)
        // A late run leaves out what became due after its day.
        await payPayables(t, payment.owed, { mode: payment.mode, day, at: clock(), before: dayEnd(day) })
      }),
  }
}

/**
 * Pays the whole payable, or its balance before an instant, from the float of the current switch route, once per day. Returns
 * the kobo paid. Pays nothing if the party owes us; that balance reduces later payments. The lock on the account serialises
 * payments, so that of two concurrent days the second pays only what the first has left.
 */
export async function payPayables(
  db: Transaction,
  payable: PayableKind,
  { mode, day, at, before }: { mode: Mode; day: string; at: Date; before?: Date },
): Promise<bigint> {
  const account = providerAccount(mode, payable)
  await db.selectFrom('provider_account').select('id').where('id', '=', account).forUpdate().execute()
  const bookedKobo = (await balances(db, [account])).get(account)?.bookedKobo ?? 0n
  const amountKobo = before ? bookedKobo - (await receivedSince(db, account, before)) : bookedKobo
  if (amountKobo <= 0n) return 0n
  const inserted = await db
    .insertInto('owed_payment')
    .values({ id: uuidv7(at.getTime()), mode, owed: payable, day, at: at.toISOString(), amount_kobo: amountKobo })
    .onConflict((conflict) => conflict.columns(['mode', 'owed', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return 0n
  const { route } = await db
    .selectFrom('transfer_route')
    .select('route')
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow()
  const { kind, name } = dailyPayables[payable]
  await post(db, {
    mode,
    kind,
    reference: `${name}-${day}`,
    transactionId: null,
    merchantId: null,
    at,
    lines: [
      { accountId: account, amountKobo: -amountKobo },
      { accountId: providerAccount(mode, floatOf({ route })), amountKobo },
    ],
  })
  return amountKobo
}
