import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { decision } from '../../http/display.ts'

/** Lists requests to become a registered business, newest first by default. Runs two statements. */
export const listUpgrades: Handler<typeof merchantUpgrades.list> = async (input, { db, mode }) => {
  const { status, state, sort } = input
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('merchant_upgrade as upgrade')
      .where('upgrade.mode', '=', mode)
      .$if(status !== undefined, (query) => query.where('upgrade.status', '=', status ?? 'PENDING'))
      .$if(state !== undefined, (query) => query.where('upgrade.status', 'in', ['PENDING', 'IN-REVIEW']))
    const shown = matching
      .innerJoin('merchant', 'merchant.id', 'upgrade.merchant_id')
      .select([
        'upgrade.id',
        'upgrade.created_at',
        'upgrade.status',
        'upgrade.business_type as requested_type',
        'upgrade.current_type',
      ])
      .select(['merchant.id as merchant_id', 'merchant.business_name', 'merchant.email'])
      .orderBy('upgrade.created_at', order)
      .orderBy('upgrade.id', order)
    return { matching, shown }
  })
  return {
    totalRecords,
    upgrades: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      status: row.status,
      merchant: { id: row.merchant_id, businessName: row.business_name, email: row.email },
      currentType: row.current_type,
      requestedType: row.requested_type,
    })),
  }
}

/** Returns one upgrade request with the documents submitted for it. */
export const upgradeDetails: Handler<typeof merchantUpgrades.details> = async (input, { db, mode, files, now }) => {
  const row = await db
    .selectFrom('merchant_upgrade as upgrade')
    .innerJoin('merchant', 'merchant.id', 'upgrade.merchant_id')
    .leftJoin('staff', 'staff.id', 'upgrade.decided_by')
    .select([
      'upgrade.id',
      'upgrade.created_at',
      'upgrade.status',
      'upgrade.business_type as requested_type',
      'upgrade.current_type',
    ])
    .select(['upgrade.registration_number', 'upgrade.decided_at', 'upgrade.decision_reason'])
    .select(['merchant.id as merchant_id', 'merchant.business_name', 'merchant.email'])
    .select(['staff.first_name', 'staff.last_name'])
    .where('upgrade.id', '=', input.upgradeRequestId)
    .where('upgrade.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This upgrade request'))
  const documents = await db
    .selectFrom('merchant_upgrade_document as document')
    .innerJoin('file', 'file.id', 'document.file_id')
    .select(['file.id', 'file.name'])
    .where('document.upgrade_id', '=', row.id)
    .orderBy('document.position')
    .execute()
  return {
    upgrade: {
      id: row.id,
      createdAt: row.created_at,
      status: row.status,
      merchant: { id: row.merchant_id, businessName: row.business_name, email: row.email },
      currentType: row.current_type,
      requestedType: row.requested_type,
      registrationNumber: row.registration_number,
      documents: documents.map((file) => files.address(file, now)),
      decision: decision(row, row),
    },
  }
}
