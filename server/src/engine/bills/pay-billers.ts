import { lagosDay } from '@kobo/contract/kit/day'
import { type Mode, mode as modes } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { balances, post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import { floatOf } from '../switch-route.ts'

/** Queues the day's payment of the billers, once for all servers. */
export async function queueBillers({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const day = lagosDay(clock())
  await jobs.enqueue(db, 'pay-billers', { day }, { key: day })
}

/** Pays the billers of both modes what they are owed. */
export async function workPayBillers({ db, clock }: Pick<Engine, 'db' | 'clock'>, { day }: JobKinds['pay-billers']) {
  for (const mode of modes.options) await transact(db, (t) => payBillers(t, { mode, day, at: clock() }))
}

/**
 * Pays the billers of a mode all that they are owed at this instant, once for a day; gives how much that was. One payment at a
 * time comes past the lock on their account, so that nothing is paid twice.
 */
export async function payBillers(
  db: Transaction,
  { mode, day, at }: { mode: Mode; day: string; at: Date },
): Promise<bigint> {
  const owed = providerAccount(mode, 'BILLER_FLOAT')
  await db.selectFrom('provider_account').select('id').where('id', '=', owed).forUpdate().execute()
  const paid = db.selectFrom('biller_payment').select('id').where('mode', '=', mode).where('day', '=', day)
  if (await paid.executeTakeFirst()) return 0n
  const amountKobo = (await balances(db, [owed])).get(owed)?.bookedKobo ?? 0n
  if (amountKobo <= 0n) return 0n
  const { route } = await db
    .selectFrom('transfer_route')
    .select('route')
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('biller_payment')
    .values({ id: uuidv7(at.getTime()), mode, day, at: at.toISOString(), amount_kobo: amountKobo })
    .execute()
  await post(db, {
    mode,
    kind: 'BILLER_PAYMENT',
    reference: billersReference(day),
    transactionId: null,
    merchantId: null,
    at,
    lines: [
      { accountId: owed, amountKobo: -amountKobo },
      { accountId: providerAccount(mode, floatOf({ route })), amountKobo },
    ],
  })
  return amountKobo
}

/** What a day's payment of the billers is called. */
function billersReference(day: string): string {
  return `BILLERS-${day}`
}
