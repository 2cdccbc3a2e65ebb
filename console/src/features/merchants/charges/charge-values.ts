import { chargeGroups, feeTypes } from '@kobo/contract/charges'
import type { FormErrors } from '@mantine/form'
import { orEmpty } from '../../../ui/empty-value.ts'
import { formatNaira } from '../../../money/naira.tsx'
import type { ChargeCard, ChargeField, ChargeValues } from './charge-cards.ts'

/** The fields that count for the chosen fee type. */
export function fieldsShown(card: ChargeCard, values: ChargeValues): ChargeField[] {
  return card.fields.filter(({ when }) => when === undefined || when.some((type) => type === values.type))
}

/** The group's data as the call takes it: what is not shown is 0, what is empty is null. */
export function chargeData(card: ChargeCard, values: ChargeValues): Record<string, unknown> {
  const shown = new Set(fieldsShown(card, values))
  const data = Object.fromEntries(
    card.fields.map((field) => {
      const value = values[field.name]
      return [field.name, shown.has(field) ? (value === '' ? null : value) : 0]
    }),
  )
  return card.nest ? card.nest(data) : data
}

/** Field name to the first sentence that the contract has against it. */
export function chargeFaults(card: ChargeCard, values: ChargeValues): FormErrors {
  const faults: FormErrors = {}
  for (const issue of chargeGroups[card.name].safeParse(chargeData(card, values)).error?.issues ?? []) {
    faults[String(issue.path.at(-1))] ??= issue.message
  }
  return faults
}

/** A charge as its card shows it. */
export function chargeText({ kind, name }: ChargeField, values: ChargeValues): string {
  const value = values[name]
  if (typeof value !== 'number') return kind === 'fee type' ? feeTypeLabel(orEmpty(value)) : orEmpty(value)
  if (kind === 'percent') return `${value}%`
  return name === 'cap' && value === 0 ? 'No cap' : formatNaira(value)
}

/** The fee types under the names by which operators know them. */
export const feeTypeOptions = feeTypes.map((value) => ({ value, label: feeTypeLabel(value) }))

function feeTypeLabel(type: string): string {
  return type === 'NOMINAL' ? 'FLAT' : type
}
