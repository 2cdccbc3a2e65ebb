import { mostNaira } from '@kobo/contract/kit/naira'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { formatNaira } from './naira.tsx'

const AmountRangeFields = lazyComponent(() => import('./amount-range-fields.tsx'), 'AmountRangeFields')

type Values = Readonly<Partial<Record<string, string>>>

interface AmountFieldProps {
  values: Values
  onChange: (changed: Values) => void
}

/** Filter by an amount range with optional ends. Equal ends match that amount only. */
export function amountFilter() {
  return {
    keys: ['minAmount', 'maxAmount'],
    label: 'Amount',
    Field: ({ values: { minAmount, maxAmount }, onChange }: AmountFieldProps) => (
      <AmountRangeFields
        least={minAmount ? Number(minAmount) : ''}
        most={maxAmount ? Number(maxAmount) : ''}
        onChange={({ least = minAmount ?? '', most = maxAmount ?? '' }) =>
          onChange({ minAmount: String(least), maxAmount: String(most) })
        }
      />
    ),
    read: readAmounts,
    sends: (values: Values): (readonly ['minAmount' | 'maxAmount', string])[] => {
      const { minAmount, maxAmount } = readAmounts(values)
      return [
        ...(minAmount ? [['minAmount', minAmount] as const] : []),
        ...(maxAmount ? [['maxAmount', maxAmount] as const] : []),
      ]
    },
    describe: (values: Values) => {
      const { minAmount, maxAmount } = readAmounts(values)
      const [least, most] = [minAmount, maxAmount].map((amount) => formatNaira(Number(amount)))
      if (minAmount && minAmount === maxAmount) return `Amount: ${least}`
      if (minAmount && maxAmount) return `Amount: ${least} to ${most}`
      return minAmount ? `Amount: from ${least}` : `Amount: up to ${most}`
    },
    matches: (row: Readonly<Record<string, unknown>>, values: Values) => {
      const { minAmount = 0, maxAmount = Infinity } = readAmounts(values)
      return Number(row.amount) >= Number(minAmount) && Number(row.amount) <= Number(maxAmount)
    },
  }
}

function readAmounts({ minAmount, maxAmount }: Values): Values {
  const least = isAmount(minAmount) ? { minAmount } : {}
  return isAmount(maxAmount) && !(minAmount && Number(maxAmount) < Number(minAmount)) ? { ...least, maxAmount } : least
}

function isAmount(text: string | undefined): text is string {
  return text !== undefined && /^\d+(\.\d{1,2})?$/.test(text) && Number(text) <= mostNaira
}
