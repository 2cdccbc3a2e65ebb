import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { DomainError } from '../domain-error.ts'

/** Services that can be disabled, with the parts of their messages; `stops` names the work that is then not started. */
const services = {
  COLLECTIONS: { begins: 'Collections are', stops: 'Checkouts, payment links and card payments' },
  PAYOUTS: { begins: 'Payouts are', stops: 'Payouts, including batch and scheduled payouts' },
  BILLS_PAYMENT: { begins: 'Bills payment is', stops: 'Bill payments' },
  VIRTUAL_ACCOUNTS: { begins: 'Virtual accounts are', stops: 'Virtual, static and child accounts' },
  WALLETS: { begins: 'Wallets are', stops: "Transfers between a merchant and its customers' wallets" },
  CARDS: { begins: 'Cards are', stops: 'Enabling cards for merchants, new cards and card purchases' },
  AGENCY_BANKING: {
    begins: 'Agency banking is',
    stops: 'Adding merchants to the agency network, new stores and terminals, and transfers of their money',
  },
} as const

export type ServiceCode = keyof typeof services

export function isService(code: string): code is ServiceCode {
  return Object.hasOwn(services, code)
}

/** Work that a service does not start while it is disabled. */
export function stoppedWork(service: ServiceCode): string {
  return services[service].stops
}

/** Rejects new work of a service that is disabled in a mode. Work under way is not affected. */
export async function requireService(db: Database, mode: Mode, service: ServiceCode): Promise<void> {
  if (await isServiceOff(db, mode, service)) throw new DomainError('refused', switchedOff(service))
}

export async function isServiceOff(db: Database, mode: Mode, service: ServiceCode): Promise<boolean> {
  const { rows } = await sql<{
    is_off: boolean
  }>`select ${isServiceDisabled(sql.lit(mode), service)} as is_off`.execute(db)
  return rows[0]?.is_off === true
}

/** SQL condition of a disabled service, for statements that read more than that. */
export function isServiceDisabled(mode: RawBuilder<unknown>, service: ServiceCode): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from service_switch join service on service.id = service_id
    where service.code = ${sql.lit(service)} and service_switch.mode = ${mode} and service_switch.status = 'INACTIVE'
  )`
}

/** Message for work rejected because its service is disabled. */
export function switchedOff(service: ServiceCode): string {
  return `${services[service].begins} currently disabled. New requests are not accepted`
}
