import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { formatNaira, Naira } from '../../../../money/naira.tsx'
import { paths } from '../../../../paths.ts'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { DateTime } from '../../../../ui/dates.tsx'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { Section } from '../../../../ui/section.tsx'

type OfCard = NonNullable<TransactionDetail['card']> & { shownId: string }

/** Issued card of a payment or reversal, with the amounts held, cleared and covered by us; hidden for other transactions. */
export function CardPaid({ transaction }: { transaction: Transaction | undefined }) {
  const card = transaction?.card
  if (!transaction || !card) return null
  const of = { ...card, shownId: transaction.id }
  return (
    <Section title="Card">
      <Fields of={of} fields={fields.filter(([, , isTold]) => isTold(of)).map(([label, show]) => [label, show])} />
    </Section>
  )
}

const fields: [label: string, show: FieldOf<OfCard>[1], isTold: (card: OfCard) => unknown][] = [
  [
    'Card',
    ({ id, maskedPan, holderName }) => (
      <AccentLink to={paths.card(id)}>{[holderName, maskedPan].filter(Boolean).join(', ') || id}</AccentLink>
    ),
    () => true,
  ],
  ['Authorised', ({ authorisedAmount }) => <Naira amount={authorisedAmount} />, ({ authorisedAmount: told }) => told],
  ['Held until', ({ heldUntil }) => <DateTime at={heldUntil} />, ({ heldUntil: told }) => told],
  ['Cleared', ({ clearedAmount }) => <Naira amount={clearedAmount} />, ({ clearedAmount: told }) => told],
  [
    'Shortfall covered',
    ({ coveredAmount }) => `${formatNaira(coveredAmount)} above the account's balance`,
    ({ coveredAmount: told }) => told,
  ],
  [
    'Paid by',
    ({ paymentTransactionId }) => (
      <AccentLink to={paths.transaction(paymentTransactionId ?? '')}>Open payment</AccentLink>
    ),
    ({ paymentTransactionId: told, shownId }) => told && told !== shownId,
  ],
  [
    'Reversed by',
    ({ reversalTransactionId }) => (
      <AccentLink to={paths.transaction(reversalTransactionId ?? '')}>Open reversal</AccentLink>
    ),
    ({ reversalTransactionId: told, shownId }) => told && told !== shownId,
  ],
]
