import type { Mode } from '@kobo/contract/kit/mode'
import { transact } from '../../db/transact.ts'
import type { BvnResponse } from '../../rails/identity.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import { findBvnRecord } from './bvn-record.ts'
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
  { mode, merchantId, bvn, reference: requestReference }: BvnLookup,
): Promise<BvnResponse> {
  const stored = await findBvnRecord(engine.db, engine.seal, bvn)
  if (stored?.first_name && stored.last_name && stored.date_of_birth) {
    const { middle_name: middleName, registration_date: registrationDate, watch_listed: watchListed } = stored
    const person = {
      firstName: stored.first_name,
      middleName,
      lastName: stored.last_name,
      dateOfBirth: stored.date_of_birth,
    }
    return { found: true, record: { bvn, ...person, registrationDate, watchListed } }
  }
  if (engine.outside.identity === null) return { problem: 'not configured' }
  const response = await engine.outside.identity.findBvn(bvn)
  if ('problem' in response) return response
  await transact(engine.db, async (db) => {
    const at = engine.clock()
    if (response.found) {
      const { record } = response
      const values = {
        date_of_birth: record.dateOfBirth,
        first_name: record.firstName,
        middle_name: record.middleName,
        last_name: record.lastName,
        registration_date: record.registrationDate,
        watch_listed: record.watchListed,
      }
      // The hash is the primary key: there is no other to bind the number to.
      const { hash, sealed } = engine.seal.closeNumber(bvn, { table: 'bvn_record', column: 'bvn', id: '' })
      const known = await findBvnRecord(db, engine.seal, bvn)
      if (known) await db.updateTable('bvn_record').set(values).where('bvn', '=', known.bvn).execute()
      else {
        await db
          .insertInto('bvn_record')
          .values({ bvn: hash, sealed_bvn: sealed, ...values })
          .onConflict((existing) => existing.column('bvn').doUpdateSet(values))
          .execute()
      }
    }
    const reference = bvnChargeReference(requestReference ?? uuidv7(at.getTime()))
    await chargeEvent(db, engine.jobs, { mode, merchantId, event: 'kyc.bvnLookup', reference, at })
  })
  return response
}

/** Reference of a look-up's charge, which must not reveal the BVN. */
export function bvnChargeReference(reference: string): string {
  return `BVN-${reference.toUpperCase()}`
}
