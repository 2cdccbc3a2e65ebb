import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { formatNaira, Naira } from '../../../../money/naira.tsx'
import { paths } from '../../../../paths.ts'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { DateTime } from '../../../../ui/dates.tsx'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { Section } from '../../../../ui/section.tsx'

type ShownCard = NonNullable<TransactionDetail['card']> & { shownId: string }

/** Issued card of a payment or reversal, with the amounts held, cleared and covered by us; hidden for other transactions. */
export function CardPaid({ transaction }: { transaction: Transaction | undefined }) {
  const card = transaction?.card
  if (!transaction || !card) return null
  const shownCard = { ...card, shownId: transaction.id }
  return (
    <Section title="Card">
      <Fields
        of={shownCard}
        fields={fields.filter(([, , isShown]) => isShown(shownCard)).map(([label, show]) => [label, show])}
      />
    </Section>
  )
}

const fields: [label: string, show: FieldOf<ShownCard>[1], isShown: (card: ShownCard) => unknown][] = [
  [
    'Card',
    ({ id, maskedPan, holderName }) => (
      <AccentLink to={paths.card(id)}>{[holderName, maskedPan].filter(Boolean).join(', ') || id}</AccentLink>
    ),
    () => true,
  ],
  ['Authorised', ({ authorisedAmount }) => <Naira amount={authorisedAmount} />, ({ authorisedAmount: value }) => value],
  ['Held until', ({ heldUntil }) => <DateTime at={heldUntil} />, ({ heldUntil: value }) => value],
  ['Cleared', ({ clearedAmount }) => <Naira amount={clearedAmount} />, ({ clearedAmount: value }) => value],
  [
    'Shortfall covered',
    ({ coveredAmount }) => `${formatNaira(coveredAmount)} above the account's balance`,
    ({ coveredAmount: value }) => value,
  ],
  [
    'Paid by',
    ({ paymentTransactionId }) => (
      <AccentLink to={paths.transaction(paymentTransactionId ?? '')}>Open payment</AccentLink>
    ),
    ({ paymentTransactionId: value, shownId }) => value && value !== shownId,
  ],
  [
    'Reversed by',
    ({ reversalTransactionId }) => (
      <AccentLink to={paths.transaction(reversalTransactionId ?? '')}>Open reversal</AccentLink>
    ),
    ({ reversalTransactionId: value, shownId }) => value && value !== shownId,
  ],
]
