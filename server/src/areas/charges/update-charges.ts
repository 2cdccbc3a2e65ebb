import { isDeepStrictEqual } from 'node:util'
import { type ChargeName, chargeGroups, type charges } from '@kobo/contract/charges'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { badRequest, conflict, type HttpError } from '../../http/http-error.ts'
import { agreeRates } from '../../ledger/agree-rates.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { inNaira, stored } from './stored-charges.ts'

/** Names of the groups in messages. */
const groupNames: Record<ChargeName, string> = {
  transfers: 'Transfer',
  kyc: 'KYC',
  staticAccounts: 'Static account',
  virtualAccounts: 'Virtual account',
  subaccount: 'Subaccount',
  childAccount: 'Child wallet transfer',
}

/** Changes one charge group of a merchant, effective for everything billed from now on. Rejected if somebody changed it meanwhile. */
export const updateCharges: Handler<typeof charges.update> = async (input, context) => {
  const { merchantId, type, data } = input
  const { db, now } = context
  const fields = readGroup(type, data)
  const expected = input.expected && readGroup(type, input.expected)
  const merchant = await requireInMode(context, 'merchant', merchantId, { lock: true })
  const before = inNaira(await chargeRates(db, merchant.id, now))[type]
  if (expected && !isDeepStrictEqual(expected, before)) throw await conflictOf(db, merchant.id, type)
  await agreeRates(db, { merchantId: merchant.id, name: type, data: stored(fields), at: now })
  await context.audit({
    action: 'charges.update',
    recordType: 'merchant',
    recordId: merchant.id,
    merchantId: merchant.id,
    before: { [type]: before },
    after: { [type]: fields },
  })
  return { message: `${groupNames[type]} charges of ${merchant.business_name} were updated`, data: {} }
}

/** Names who changed the group last. */
async function conflictOf(db: Transaction, merchantId: string, type: ChargeName): Promise<HttpError> {
  const author = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['first_name', 'last_name'])
    .where('record_type', '=', 'merchant')
    .where('record_id', '=', merchantId)
    .where('action', '=', 'charges.update')
    .where(sql<boolean>`after ? ${type}`)
    .orderBy('audit.id', 'desc')
    .executeTakeFirst()
  const name = author ? staffName(author) : 'Somebody'
  return conflict(`${name} has changed the ${groupNames[type]} charges meanwhile. Close this form to see them`)
}

function readGroup(type: ChargeName, data: Record<string, unknown>) {
  const parsed = chargeGroups[type].safeParse(data)
  if (parsed.success) return parsed.data
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const path = ['data', ...issue.path].join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) errors[`${path}.${key}`.slice(0, 80)] = 'Unknown field'
    else errors[path] ??= issue.message
  }
  const [[field, message] = ['', 'The charges are not valid']] = Object.entries(errors)
  throw badRequest(`${message}: ${field.replace(/^data\./, '')}`, errors)
}
