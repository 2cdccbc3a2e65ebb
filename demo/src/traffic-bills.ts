import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { newReference } from '@kobo/server/engine/reference'
import { PartnerRefused, type Stage } from './partners.ts'
import { pickFrom, solvent } from './traffic-accounts.ts'

/** Pays a bill of a merchant or of its customer. */
export async function payABill({ db, partners }: Stage, mode: Mode): Promise<void> {
  const payer = pickFrom(await solvent(db, mode, 2_000_000n))
  const biller = pickFrom(await db.selectFrom('biller').select(['code', 'category']).execute())
  if (!payer || !biller) return
  try {
    await partners.ask(payer.merchantId, 'bills', {
      reference: newReference(new Date()),
      walletId: payer.walletId,
      category: biller.category,
      biller: biller.code,
      customer: `080${String(randomInt(100_000_000)).padStart(8, '0')}`,
      amount: randomInt(1, 50) * 100,
    })
  } catch (error) {
    // An operator may have disabled the service.
    if (!(error instanceof PartnerRefused && error.status === 422)) throw error
  }
}
