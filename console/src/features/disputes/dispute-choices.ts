import { sentenceCase } from '../../transaction/transaction-labels.ts'

/** Returns the values as options of a form or filter. */
export function categoryOptions(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: sentenceCase(value) }))
}
