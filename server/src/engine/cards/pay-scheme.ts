import { dayStart, lagosDay } from '@kobo/contract/kit/day'
import { type Mode, mode as modes } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { balances, post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'

const paysFromHourMs = 6 * 3_600_000

/** Queues the day's payment to the scheme from six in the morning in Lagos, once for all servers. */
export async function queueSchemePayment({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const now = clock()
  const day = lagosDay(now)
  if (now.getTime() < dayStart(day).getTime() + paysFromHourMs) return
  await jobs.enqueue(db, 'scheme-day', { day }, { key: day })
}

/** Pays the scheme in both modes what a day finds owed to it. */
export async function workSchemeDay({ db, clock }: Engine, { day }: JobKinds['scheme-day']): Promise<void> {
  for (const mode of modes.options) await transact(db, (t) => payScheme(t, { mode, day, at: clock() }))
}

/**
 * Pays the scheme what it is owed for what was cleared and did not come back, once for each day; nothing where it owes us, which
 * is kept of what it is owed later.
 */
export async function payScheme(
  db: Transaction,
  { mode, day, at }: { mode: Mode; day: string; at: Date },
): Promise<bigint> {
  // Of two days that are paid at once the second finds what the first has left.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scheme payment ${mode}`}, 0))`.execute(db)
  const float = providerAccount(mode, 'SCHEME_FLOAT')
  const amountKobo = (await balances(db, [float])).get(float)?.bookedKobo ?? 0n
  if (amountKobo <= 0n) return 0n
  const written = await db
    .insertInto('scheme_payment')
    .values({ id: uuidv7(at.getTime()), mode, day, at: at.toISOString(), amount_kobo: amountKobo })
    .onConflict((of) => of.columns(['mode', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return 0n
  await post(db, {
    mode,
    kind: 'SCHEME_PAYMENT',
    reference: `SCHEME-${day}`,
    transactionId: null,
    merchantId: null,
    at,
    lines: [
      { accountId: float, amountKobo: -amountKobo },
      { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo },
    ],
  })
  return amountKobo
}
