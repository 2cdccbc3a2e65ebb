import { chargeGroups, feeTypes } from '@kobo/contract/charges'
import type { FormErrors } from '@mantine/form'
import { orEmpty } from '../../../ui/format-text.ts'
import { formatNaira } from '../../../money/naira.tsx'
import type { ChargeCard, ChargeField, ChargeValues } from './charge-cards.ts'

/** Returns the fields that the chosen fee type uses. */
export function fieldsShown(card: ChargeCard, values: ChargeValues): ChargeField[] {
  return card.fields.filter(({ when }) => when === undefined || when.some((type) => type === values.type))
}

/** Returns the request data of a group: hidden fields are 0, empty ones null. */
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

/** Returns the first contract error of each field. */
export function chargeErrors(card: ChargeCard, values: ChargeValues): FormErrors {
  const errors: FormErrors = {}
  for (const issue of chargeGroups[card.name].safeParse(chargeData(card, values)).error?.issues ?? []) {
    errors[String(issue.path.at(-1))] ??= issue.message
  }
  return errors
}

/** Returns a charge as shown on its card. */
export function chargeText({ kind, name }: ChargeField, values: ChargeValues): string {
  const value = values[name]
  if (typeof value !== 'number') return kind === 'fee type' ? feeTypeLabel(orEmpty(value)) : orEmpty(value)
  if (kind === 'percent') return `${value}%`
  return name === 'cap' && value === 0 ? 'No cap' : formatNaira(value)
}

/** Fee types with the labels that operators know. */
export const feeTypeOptions = feeTypes.map((value) => ({ value, label: feeTypeLabel(value) }))

function feeTypeLabel(type: string): string {
  return type === 'NOMINAL' ? 'FLAT' : type
}
