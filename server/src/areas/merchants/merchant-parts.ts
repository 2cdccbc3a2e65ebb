import { mask } from '@kobo/contract/kit/text'
import type { merchants } from '@kobo/contract/merchants'
import type { Handler } from '../../http/handler.ts'
import { findBvnRecord } from '../../engine/charges/bvn-record.ts'
import { maskedNumber, numberOf, openStored } from '../../http/display.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/** Lists the directors of a merchant's company. */
export const directors: Handler<typeof merchants.directors> = async ({ merchantId }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId)
  const rows = await context.db
    .selectFrom('director')
    .leftJoin('file', 'file.id', 'director.identity_file_id')
    .select(['director.id', 'first_name', 'last_name', 'bvn', 'sealed_bvn', 'date_of_birth'])
    .select(['file.id as file_id', 'file.name as file_name'])
    .where('merchant_id', '=', merchant.id)
    .orderBy('last_name')
    .orderBy('first_name')
    .execute()
  return {
    directors: rows.map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      bvn: maskedNumber(context.seal, ...numberOf('director', 'bvn', row)),
      dateOfBirth: row.date_of_birth,
      identity:
        row.file_id === null
          ? null
          : context.files.address({ id: row.file_id, name: row.file_name ?? 'identity' }, context.now),
    })),
  }
}

/** Returns the bank account that receives a merchant's settlements. */
export const settlementAccount: Handler<typeof merchants.settlementAccount> = async ({ merchantId }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId)
  const row = await context.db
    .selectFrom('settlement_account')
    .select(['bank_name as bankName', 'account_number as accountNumber', 'account_name as accountName'])
    .where('merchant_id', '=', merchant.id)
    .executeTakeFirst()
  return { settlementAccount: row ?? null }
}

/** Returns the owner's BVN, masked. */
export const bvn: Handler<typeof merchants.bvn> = async ({ merchantId }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId)
  return { bvn: maskedNumber(context.seal, ...numberOf('merchant', 'bvn', merchant)) }
}

/** Returns the register's record of the owner's BVN, with the number masked. */
export const bvnInfo: Handler<typeof merchants.bvnInfo> = async ({ merchantId }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId)
  const number = openStored(context.seal, ...numberOf('merchant', 'bvn', merchant))
  const row = await findBvnRecord(context.db, context.seal, number)
  return {
    bvnInfo: row
      ? {
          bvn: number && mask(number),
          dateOfBirth: row.date_of_birth,
          firstName: row.first_name,
          lastName: row.last_name,
          middleName: row.middle_name,
          registrationDate: row.registration_date,
          watchListed: row.watch_listed,
        }
      : null,
  }
}
