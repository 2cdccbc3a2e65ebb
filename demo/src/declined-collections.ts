import type { Transaction } from '@kobo/server/db/database'
import { collectionDeclineReason } from '@kobo/server/engine/collections/decline-reason'
import { declineCollection } from '@kobo/server/engine/collections/receive-collection'
import { findReceivingAccount } from '@kobo/server/engine/collections/receiving-account'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { banks } from '@kobo/server/rails/banks'
import { newSessionId } from '@kobo/server/rails/session-id'
import { hourMs } from './calendar.ts'
import { someName } from './child-payments.ts'
import type { Past } from './past.ts'
import { seeded } from './random.ts'

/** Adds `count` declined collections on dynamic virtual accounts: repeated, of a wrong amount, too late, or on a closed one. */
export async function addDeclinedCollections(
  db: Transaction,
  { mode, now, since, seed }: Past,
  count: number,
): Promise<void> {
  const random = seeded(`${seed} ${mode} declined collections`)
  const accounts = await db
    .selectFrom('virtual_account')
    .select(['account_number', 'created_at', 'used_at', 'closed_at', 'amount_kobo'])
    .where('mode', '=', mode)
    .where('kind', '=', 'VIRTUAL')
    .where('created_at', '>=', since.toISOString())
    .orderBy('account_number')
    .execute()
  for (const { account_number: number, created_at, used_at, closed_at, amount_kobo } of random.several(
    accounts,
    count,
  )) {
    const from = Date.parse(closed_at ?? used_at ?? created_at)
    const at = new Date(from + Math.floor(random.next() * Math.min(now.getTime() - from, 4 * hourMs)))
    const bank = random.pick(banks)
    const isOther = used_at === null || random.chance(0.3)
    const collection = {
      mode,
      accountNumber: number,
      amountKobo: (amount_kobo ?? 0n) + (isOther ? 50_000n : 0n),
      sender: {
        name: someName(random),
        accountNumber: accountNumber(Number(random.digits(9)), bank.code),
        bankCode: bank.code,
      },
      sessionId: newSessionId(at, Number(random.digits(12))),
      narration: 'Order',
      route: 'NIP' as const,
      at,
    }
    const receiver = await findReceivingAccount(db, mode, number)
    const reason = receiver?.virtual && collectionDeclineReason(receiver.virtual, collection)
    if (!receiver || !reason) throw new Error(`The payment on ${number} should go back`)
    await declineCollection(db, collection, receiver, reason, random.id(at))
  }
}
