import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { DomainError } from '../domain-error.ts'

/** The services that the engine knows: how a sentence begins with each, and what it does not begin while it is off. */
const services = {
  COLLECTIONS: { begins: 'Collections are', stops: 'Checkouts, payment links and payments by card' },
  PAYOUTS: { begins: 'Payouts are', stops: 'Payouts, of batches and schedules too' },
  BILLS_PAYMENT: { begins: 'Bills payment is', stops: 'Bill payments' },
  VIRTUAL_ACCOUNTS: { begins: 'Virtual accounts are', stops: 'Virtual, static and child accounts' },
  WALLETS: { begins: 'Wallets are', stops: 'Moves between a merchant and the wallets of its customers' },
  CARDS: { begins: 'Cards are', stops: 'Enabling cards for merchants, new cards and payments with them' },
  AGENCY_BANKING: {
    begins: 'Agency banking is',
    stops: 'Admitting merchants to the agency network, new stores, terminals and moves of their money',
  },
} as const

export type ServiceCode = keyof typeof services

export function isService(code: string): code is ServiceCode {
  return Object.hasOwn(services, code)
}

/** What a service does not begin while it is off. */
export function stoppedWork(service: ServiceCode): string {
  return services[service].stops
}

/** Refuses what would be new work of a service that is switched off in a mode; what is under way asks nobody. */
export async function requireService(db: Database, mode: Mode, service: ServiceCode): Promise<void> {
  if (await isServiceOff(db, mode, service)) throw new DomainError('refused', switchedOff(service))
}

/** Whether one is. */
export async function isServiceOff(db: Database, mode: Mode, service: ServiceCode): Promise<boolean> {
  const { rows } = await sql<{
    is_off: boolean
  }>`select ${isServiceDisabled(sql.lit(mode), service)} as is_off`.execute(db)
  return rows[0]?.is_off === true
}

/** Whether a service is switched off, for a statement that reads something else too. */
export function isServiceDisabled(mode: RawBuilder<unknown>, service: ServiceCode): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from service_switch join service on service.id = service_id
    where service.code = ${sql.lit(service)} and service_switch.mode = ${mode} and service_switch.status = 'INACTIVE'
  )`
}

/** Why something does not begin. */
export function switchedOff(service: ServiceCode): string {
  return `${services[service].begins} switched off at the moment: nothing new begins`
}
