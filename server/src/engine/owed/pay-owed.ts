import { dayStart, lagosDay } from '@kobo/contract/kit/day'
import { type Mode, mode as modes } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { balances, post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import { floatOf } from '../switch-route.ts'

/** Whom we owe day by day: the scheme of our cards, and the billers. `name` begins the reference of a payment. */
export const owedDaily = {
  SCHEME_FLOAT: { kind: 'SCHEME_PAYMENT', name: 'SCHEME' },
  BILLER_FLOAT: { kind: 'BILLER_PAYMENT', name: 'BILLERS' },
} as const

export type Owed = keyof typeof owedDaily

const paysFromHourMs = 6 * 3_600_000

/** Queues the day's payments from six in the morning in Lagos, once for all servers. */
export async function queueOwed({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const now = clock()
  const day = lagosDay(now)
  if (now.getTime() < dayStart(day).getTime() + paysFromHourMs) return
  await jobs.enqueue(db, 'pay-owed', { day }, { key: day })
}

/** Pays in both modes what is owed on a day. */
export async function workPayOwed(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  { day }: JobKinds['pay-owed'],
): Promise<void> {
  for (const mode of modes.options) {
    for (const owed of Object.keys(owedDaily) as Owed[]) {
      await transact(db, (t) => payOwed(t, owed, { mode, day, at: clock() }))
    }
  }
}

/**
 * Pays all that is owed at this instant from the float of the switch that is chosen now, once for a day; gives how many kobo that
 * was. Nothing where we are owed, which is kept of what we owe later. One payment at a time comes past the lock on the account, so
 * that of two days that are paid at once the second finds what the first has left.
 */
export async function payOwed(
  db: Transaction,
  owed: Owed,
  { mode, day, at }: { mode: Mode; day: string; at: Date },
): Promise<bigint> {
  const account = providerAccount(mode, owed)
  await db.selectFrom('provider_account').select('id').where('id', '=', account).forUpdate().execute()
  const amountKobo = (await balances(db, [account])).get(account)?.bookedKobo ?? 0n
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
