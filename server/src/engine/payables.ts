import { dayEnd } from '@kobo/contract/kit/day'
import { type Mode, mode as modes } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type ItemJob, sameItems } from '../jobs/item-jobs.ts'
import { balances, post } from '../ledger/ledger.ts'
import { providerAccount } from '../ledger/provider-accounts.ts'
import { receivedSince } from '../ledger/received-since.ts'
import { uuidv7 } from '../uuid.ts'
import type { Engine } from './engine.ts'
import { floatOf } from './switch-route.ts'

/** Whom we owe day by day: the scheme of our cards, and the billers. `name` begins the reference of a payment. */
export const owedDaily = {
  SCHEME_FLOAT: { kind: 'SCHEME_PAYMENT', name: 'SCHEME' },
  BILLER_FLOAT: { kind: 'BILLER_PAYMENT', name: 'BILLERS' },
} as const

export type Owed = keyof typeof owedDaily

/** Pays in both modes what is owed on a day. */
export function payOwedDaily({ db, clock }: Pick<Engine, 'db' | 'clock'>): ItemJob {
  const parties = Object.keys(owedDaily) as Owed[]
  const items = new Map(modes.options.flatMap((mode) => parties.map((owed) => [`${mode} ${owed}`, { mode, owed }])))
  return {
    name: 'pay-owed',
    due: { dailyAtMs: 6 * 3_600_000 },
    find: sameItems([...items.keys()]),
    process: (item, day) =>
      transact(db, async (t) => {
        const payment = items.get(item)
        if (!payment) throw new Error(`Nobody is paid daily as ${item}`)
        // A run that is late does not pay what was owed only after its day.
        await payPayables(t, payment.owed, { mode: payment.mode, day, at: clock(), before: dayEnd(day) })
      }),
  }
}

/**
 * Pays all that is owed, or was before an instant, from the float of the switch that is chosen now, once for a day; gives how
 * many kobo that was. Nothing where we are owed, which is kept of what we owe later. One payment at a time comes past the lock
 * on the account, so that of two days that are paid at once the second finds what the first has left.
 */
export async function payPayables(
  db: Transaction,
  owed: Owed,
  { mode, day, at, before }: { mode: Mode; day: string; at: Date; before?: Date },
): Promise<bigint> {
  const account = providerAccount(mode, owed)
  await db.selectFrom('provider_account').select('id').where('id', '=', account).forUpdate().execute()
  const bookedKobo = (await balances(db, [account])).get(account)?.bookedKobo ?? 0n
  const amountKobo = before ? bookedKobo - (await receivedSince(db, account, before)) : bookedKobo
  if (amountKobo <= 0n) return 0n
  const written = await db
    .insertInto('owed_payment')
    .values({ id: uuidv7(at.getTime()), mode, owed, day, at: at.toISOString(), amount_kobo: amountKobo })
    .onConflict((of) => of.columns(['mode', 'owed', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return 0n
  const { route } = await db
    .selectFrom('transfer_route')
    .select('route')
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow()
  const { kind, name } = owedDaily[owed]
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
