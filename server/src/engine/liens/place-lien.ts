import { mostOpenLiens } from '@kobo/contract/kit/lien'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'
import { placePartialHold } from '../../ledger/partial-holds.ts'
import { uuidv7 } from '../../uuid.ts'
import { type AccountLien, lockLienAccount } from './lien-account.ts'
import { notifyOfLien, type NoticeDeps } from './notify-of-lien.ts'

export interface LienDeps extends NoticeDeps {
  clock: () => Date
}

export interface LienOrder {
  accountId: string
  amountKobo: bigint
  reason: string
  until: Date | null
  staffId: string
}

/**
 * Places a lien and notifies the merchant. It holds what is available, and the rest as funds arrive. Throws a `DomainError` if the
 * account has too many liens.
 */
export async function placeLien(db: Transaction, deps: LienDeps, mode: Mode, order: LienOrder): Promise<AccountLien> {
  const placed = await startLien(db, deps.clock, mode, order)
  await notifyOfLien(db, deps, placed)
  return placed
}

/** Places a lien without notifying the merchant. */
export async function startLien(
  db: Transaction,
  clock: () => Date,
  mode: Mode,
  { accountId, amountKobo, reason, until, staffId }: LienOrder,
): Promise<AccountLien> {
  const account = await lockLienAccount(db, mode, accountId)
  // After the lock, so that older liens of the account have earlier instants.
  const at = clock()
  if (until !== null && until <= at)
    throw new DomainError('refused', 'The end of a lien must be in the future', 'until')
  const open = db.selectFrom('lien').select('id').where('account_id', '=', account.id).where('ended_at', 'is', null)
  if ((await open.limit(mostOpenLiens).execute()).length === mostOpenLiens) {
    throw new DomainError('conflict', `${account.name} has ${mostOpenLiens} open liens, the most it can have`)
  }
  const lien = await db
    .insertInto('lien')
    .values({
      id: uuidv7(at.getTime()),
      mode,
      merchant_id: account.merchantId,
      account_id: account.id,
      kind: account.kind,
      amount_kobo: amountKobo,
      reason,
      staff_id: staffId,
      created_at: at.toISOString(),
      until: until?.toISOString() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await placePartialHold(db, {
    owner: { lienId: lien.id },
    kind: 'LIEN',
    accountId: account.id,
    merchantId: account.merchantId,
    wantedKobo: amountKobo,
    at,
  })
  return { lien, account }
}
