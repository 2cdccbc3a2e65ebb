import { naira, toKobo } from '@kobo/contract/kit/naira'
import { type ChargeName, chargeGroups, type Charges } from '@kobo/contract/charges'
import { z } from 'zod'
import type { ChargeRates } from '../../ledger/charge-rates.ts'

const group = z.object(chargeGroups)
const partialGroups = group.partial()

/** Converts stored rates to naira and percent. */
export function inNaira(rates: ChargeRates): Charges {
  return group.parse(Object.fromEntries(Object.entries(rates).map(([name, fields]) => [name, fieldsInNaira(fields)])))
}

/** Parses the groups of an audited change of charges, in naira and percent. */
export function asStoredCharges(change: unknown): Partial<Charges> {
  return partialGroups.parse(change)
}

/** Converts a group's fields from naira and percent to their stored form, whole kobo and basis points. */
export function stored(fields: Charges[ChargeName]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => {
      if (name === 'percentage') return ['percentageBasisPoints', Number(toKobo(Number(value)))]
      if (typeof value === 'number') return [`${name}Kobo`, Number(toKobo(value))]
      return [name, isGroup(value) ? stored(value) : value]
    }),
  )
}

function fieldsInNaira(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'bigint') {
        return [name === 'percentageBasisPoints' ? 'percentage' : name.replace(/Kobo$/, ''), naira(value)]
      }
      return [name, typeof value === 'object' && value !== null ? fieldsInNaira(value) : value]
    }),
  )
}

function isGroup(value: unknown): value is Charges[ChargeName] {
  return typeof value === 'object' && value !== null
}
