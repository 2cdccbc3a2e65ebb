import { naira, toKobo } from '@kobo/contract/kit/naira'
import { Input } from '@mantine/core'
import { useForm } from '@mantine/form'
import { AmountField } from '../../../forms/number-field.tsx'
import { emptyValue } from '../../../ui/format-text.ts'
import { Naira } from '../../../money/naira.tsx'
import type { Example } from './charge-cards.ts'
import classes from './fee-example.module.css'

interface FeeExampleProps {
  of: Example
  /** Charge data of the form's current values. */
  data: unknown
}

/** Shows the fee of an example amount while the charges are edited; the amount can be changed. */
export function FeeExample({ of: { label, feeKobo, note }, data }: FeeExampleProps) {
  const form = useForm<{ amount: number | string }>({ initialValues: { amount: 25_000 } })
  const { amount } = form.values
  const fee = typeof amount === 'number' ? feeKobo(data, toKobo(amount)) : null
  return (
    <section className={classes.example} aria-label="Example">
      <AmountField form={form} name="amount" label={label} size="xs" />
      <div>
        <Input.Label labelElement="div" size="xs">
          Fee
        </Input.Label>
        <output className={classes.fee} aria-label="Fee">
          {fee === null ? emptyValue : <Naira amount={naira(fee)} />}
        </output>
      </div>
      {note && <p className={classes.note}>{note}</p>}
    </section>
  )
}
