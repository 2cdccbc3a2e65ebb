import type { TransactionDetail } from '@kobo/contract/transaction-records'
import type { ReactNode } from 'react'
import { type FieldOf, Fields } from '../ui/fields.tsx'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { Code } from '../ui/code.tsx'
import { panelDate, panelTime } from '../ui/dates.tsx'
import { emptyValue, orEmpty } from '../ui/empty-value.ts'
import { formatNaira, Naira } from '../money/naira.tsx'
import { StatusTag } from '../status/status-tag.tsx'
import type { StatusMap } from '../status/statuses.ts'
import { ChargedBeside, OfChildAccount } from './linked-charge.tsx'
import { ShopLink, TerminalLink } from './store-links.tsx'
import { ReceiptReference, TransactionReference, TransactionSessionId } from './transaction-ids.tsx'
import { TransactionParty } from './transaction-party.tsx'
import classes from './transaction-summary.module.css'
import { sentenceCase, transactionKind } from './transaction-labels.ts'

interface TransactionSummaryProps {
  transaction: TransactionDetail | undefined
  /** How its screen shows a transaction's status. */
  statuses: StatusMap
}

/** What a transaction is, field by field; bars stand for it until it is there. */
export function TransactionSummary({ transaction, statuses }: TransactionSummaryProps) {
  const fields = fieldsWith(statuses)
  const ofChild = transaction?.childAccount ? ofChildren : []
  const ofStore = transaction?.store ? ofStores : []
  const ofRefund = transaction?.refundOf ? ofRefunds : []
  const ofSettlement = transaction?.settlementId ? ofSettlements : []
  const ofCheckout = transaction?.receiptReference || transaction?.checkoutId ? ofCheckouts : []
  return (
    <Fields
      of={transaction}
      fields={[...fields, ...ofCheckout, ...ofChild, ...ofStore, ...ofRefund, ...ofSettlement]}
    />
  )
}

/** What is told of payments of a checkout alone. */
const ofCheckouts: FieldOf<TransactionDetail>[] = [
  ['Receipt reference', ({ receiptReference }) => <ReceiptReference value={receiptReference} />],
  [
    'Checkout',
    ({ checkoutId }) =>
      checkoutId ? <AccentLink to={paths.checkout({ checkoutId })}>Open checkout</AccentLink> : emptyValue,
  ],
]

/** What is told of a child account's transactions alone. */
const ofChildren: FieldOf<TransactionDetail>[] = [
  ['Child account', (transaction) => <OfChildAccount transaction={transaction} />],
  ['Charged beside', (transaction) => <ChargedBeside transaction={transaction} />],
]

/** What is told of stores' and terminals' transactions alone. */
const ofStores: FieldOf<TransactionDetail>[] = [
  ['Store', ({ store }) => orEmpty(store?.name)],
  ['Shop', ({ shop }) => <ShopLink shop={shop} />],
  ['Terminal', ({ terminal }) => <TerminalLink terminal={terminal} />],
]

/** What is told of refunds alone. */
const ofRefunds: FieldOf<TransactionDetail>[] = [
  [
    'Refund of',
    ({ refundOf }) =>
      refundOf && <AccentLink to={paths.transaction(refundOf.transactionId)}>Its collection</AccentLink>,
  ],
]

/** What is told of settlements alone. */
const ofSettlements: FieldOf<TransactionDetail>[] = [
  [
    'Pays',
    ({ settlementId }) => settlementId && <AccentLink to={paths.settlement(settlementId)}>Its settlement</AccentLink>,
  ],
]

const fieldsWith = (statuses: StatusMap): FieldOf<TransactionDetail>[] => [
  [
    'From',
    (transaction) => (
      <TransactionParty
        name={transaction.originatorAccountName}
        accountNumber={transaction.originatorAccountNumber}
        bankName={transaction.originatorBankName}
        bankCode={transaction.originatorBankCode}
        bankVerificationNumber={transaction.originatorBankVerificationNumber}
      />
    ),
  ],
  [
    'To',
    (transaction) => (
      <TransactionParty
        name={transaction.beneficiaryAccountName}
        accountNumber={transaction.beneficiaryAccountNumber}
        bankName={transaction.beneficiaryBankName}
        bankCode={transaction.beneficiaryBankCode}
        bankVerificationNumber={transaction.beneficiaryBankVerificationNumber}
      />
    ),
  ],
  ['Narration', ({ narration }) => orEmpty(narration)],
  [
    'Amount',
    (transaction) => (
      <>
        <Naira amount={transaction.amount} />
        <Sub>{transactionKind(transaction)}</Sub>
      </>
    ),
  ],
  [
    'Charges',
    ({ charges, chargeLines }) => (
      <>
        <Naira amount={charges} />
        {chargeLines && (
          <Sub>
            fee <Naira amount={chargeLines.fee} />, VAT <Naira amount={chargeLines.vat} />, stamp duty{' '}
            <Naira amount={chargeLines.stampDuty} />
          </Sub>
        )}
      </>
    ),
  ],
  [
    'Amount Processed',
    (transaction) => (
      <>
        {/* Nothing is processed of what has not succeeded. */}
        <Naira amount={transaction.status === 'SUCCESS' ? transaction.settledAmount : null} />
        {isPaidOut(transaction) && (
          <Sub>
            {payerOf(transaction)} debited {formatNaira(transaction.amount + (transaction.charges ?? 0))}
          </Sub>
        )}
      </>
    ),
  ],
  [
    'Date created',
    ({ createdAt, paidAt }) => (
      <>
        {panelDate(createdAt)}
        <Sub>
          {panelTime(createdAt)}, paid {paidMoment(createdAt, paidAt)}
        </Sub>
      </>
    ),
  ],
  [
    'Channel',
    ({ channelCode, walletType }) => (
      <>
        {orEmpty(channelCode)}
        <Sub>wallet type {sentenceCase(walletType)}</Sub>
      </>
    ),
  ],
  [
    'Status',
    ({ status, responseCode, responseText }) => (
      <>
        <StatusTag of={status} map={statuses} />
        {responseCode && (
          <Sub>
            response code <Code value={responseCode} />
            {responseText && `, ${responseText}`}
          </Sub>
        )}
      </>
    ),
  ],
  ['Reference', ({ reference }) => <TransactionReference value={reference} />],
  ['Session ID', ({ sessionId }) => <TransactionSessionId value={sessionId} />],
  ['Description', ({ description }) => orEmpty(description)],
]

/** A second line of a field. */
function Sub({ children }: { children: ReactNode }) {
  return <span className={classes.sub}>{children}</span>
}

/** What paid. */
function payerOf({ childAccount, store }: TransactionDetail): string {
  if (childAccount) return 'child account'
  return store ? 'store' : 'wallet'
}

/** The time alone where it was paid on the day of its making. */
function paidMoment(createdAt: string, paidAt: string | null | undefined): string {
  const day = panelDate(paidAt)
  return day === panelDate(createdAt) || !paidAt ? panelTime(paidAt) : `${day} ${panelTime(paidAt)}`
}

/** What left the wallet is the amount and its charges, and only once the payment has succeeded. */
function isPaidOut({ type, status }: TransactionDetail): boolean {
  return type?.toUpperCase() === 'DEBIT' && status === 'SUCCESS'
}
