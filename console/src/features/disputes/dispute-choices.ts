import { sentenceCase } from '../../transaction/transaction-labels.ts'

/** These values as a form or a filter offers them. */
export function categoryOptions(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: sentenceCase(value) }))
}
