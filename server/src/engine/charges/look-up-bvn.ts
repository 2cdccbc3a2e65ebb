import type { Mode } from '@kobo/contract/kit/mode'
import { transact } from '../../db/transact.ts'
import type { BvnAnswer } from '../../rails/identity.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import { chargeEvent } from './charge-event.ts'

export interface BvnLookup {
  mode: Mode
  /** Merchant that requests the look-up and pays for it. */
  merchantId: string
  bvn: string
  /** Idempotency key of the charge; generated if missing. */
  reference?: string
}

/** Returns the register's record of a BVN. Queries the register, and charges, only if no record is stored yet. */
export async function lookUpBvn(
  engine: Pick<Engine, 'db' | 'jobs' | 'outside' | 'clock' | 'seal'>,
  { mode, merchantId, bvn, reference: given }: BvnLookup,
): Promise<BvnAnswer> {
  const sealed = engine.seal.closeNumber(bvn)
  const kept = await engine.db.selectFrom('bvn_record').selectAll().where('bvn', '=', sealed).executeTakeFirst()
  if (kept?.first_name && kept.last_name && kept.date_of_birth) {
    const { middle_name: middleName, registration_date: registrationDate, watch_listed: watchListed } = kept
    const person = { firstName: kept.first_name, middleName, lastName: kept.last_name, dateOfBirth: kept.date_of_birth }
    return { found: true, record: { bvn, ...person, registrationDate, watchListed } }
  }
  if (engine.outside.identity === null) return { problem: 'not configured' }
  const answer = await engine.outside.identity.findBvn(bvn)
  if ('problem' in answer) return answer
  await transact(engine.db, async (db) => {
    const at = engine.clock()
    if (answer.found) {
      const { record } = answer
      const values = {
        date_of_birth: record.dateOfBirth,
        first_name: record.firstName,
        middle_name: record.middleName,
        last_name: record.lastName,
        registration_date: record.registrationDate,
        watch_listed: record.watchListed,
      }
      await db
        .insertInto('bvn_record')
        .values({ bvn: sealed, ...values })
        .onConflict((existing) => existing.column('bvn').doUpdateSet(values))
        .execute()
    }
    const reference = bvnChargeReference(given ?? uuidv7(at.getTime()))
    await chargeEvent(db, engine.jobs, { mode, merchantId, event: 'kyc.bvnLookup', reference, at })
  })
  return answer
}

/** Reference of a look-up's charge, which must not reveal the BVN. */
export function bvnChargeReference(reference: string): string {
  return `BVN-${reference.toUpperCase()}`
}
