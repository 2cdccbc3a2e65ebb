import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Merchant } from '../../db/tables.ts'
import { findBvnRecord } from '../../engine/charges/bvn-record.ts'
import { numberOf, openStored } from '../../http/display.ts'
import type { Seal } from '../../seal.ts'

/** What a reviewer saw of a merchant's KYC, without contact data and numbers. */
export interface KycEvidence {
  owner: string | null
  registeredOwner: string | null
  isBornAsRegistered: boolean | null
  isWatched: boolean
  directors: string[]
  settlementAccount: string | null
  documents: string[]
}

/** Returns the evidence as it is now, which the audit keeps with the decision. */
export async function readKycEvidence(
  { db, seal }: { db: Database; seal: Seal },
  merchant: Selectable<Merchant>,
): Promise<KycEvidence> {
  const registered = await findBvnRecord(db, seal, openStored(seal, ...numberOf('merchant', 'bvn', merchant)))
  const { rows } = await sql<KycEvidence>`
    select
      nullif(concat_ws(' ', merchant.owner_first_name, merchant.owner_last_name), '') as owner,
      nullif(concat_ws(' ', record.first_name, record.middle_name, record.last_name), '') as "registeredOwner",
      merchant.owner_date_of_birth = record.date_of_birth as "isBornAsRegistered",
      coalesce(record.watch_listed, false) as "isWatched",
      array(select concat_ws(' ', first_name, last_name) from director where merchant_id = merchant.id order by last_name, first_name, id)
        as directors,
      (select account_name || ', ' || account_number || ', ' || bank_name from settlement_account where merchant_id = merchant.id)
        as "settlementAccount",
      array(
        select file.name from merchant_document join file on file.id = file_id
        where merchant_id = merchant.id order by position) as documents
    from merchant left join bvn_record as record on record.bvn = ${registered?.bvn ?? null}
    where merchant.id = ${merchant.id}`.execute(db)
  const [evidence] = rows
  if (!evidence) throw new Error('The merchant does not exist')
  return evidence
}
