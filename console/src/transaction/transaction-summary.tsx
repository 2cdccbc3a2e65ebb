import type { TransactionDetail } from '@kobo/contract/transaction-records'
import type { ReactNode } from 'react'
import { emptyValue, orEmpty, sentenceCase } from '../ui/format-text.ts'
import { type FieldOf, Fields } from '../ui/fields.tsx'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { Code, Copyable } from '../ui/code.tsx'
import { panelDate, panelTime } from '../ui/dates.tsx'
import { Naira, formatNaira } from '../money/naira.tsx'
import { StatusTag } from '../status/status-tag.tsx'
import type { StatusMap } from '../status/statuses.ts'
import { LinkedCharge, OfChildAccount, ShopLink, TerminalLink } from './related-links.tsx'
import { TransactionParty } from './transaction-party.tsx'
import classes from './transaction-summary.module.css'

interface TransactionSummaryProps {
  transaction: TransactionDetail | undefined
  /** Statuses as shown on the transaction's screen. */
  statuses: StatusMap
}

/** Fields of a transaction, with skeletons while loading. */
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

/** Fields of checkout payments only. */
const ofCheckouts: FieldOf<TransactionDetail>[] = [
  ['Receipt reference', ({ receiptReference }) => <ReceiptReference value={receiptReference} />],
  [
    'Checkout',
    ({ checkoutId }) =>
      checkoutId ? <AccentLink to={paths.checkout({ checkoutId })}>Open checkout</AccentLink> : emptyValue,
  ],
]

/** Fields of child accounts' transactions only. */
const ofChildren: FieldOf<TransactionDetail>[] = [
  ['Child account', (transaction) => <OfChildAccount transaction={transaction} />],
  ['Linked transaction', (transaction) => <LinkedCharge transaction={transaction} />],
]

/** Fields of stores' and terminals' transactions only. */
const ofStores: FieldOf<TransactionDetail>[] = [
  ['Store', ({ store }) => orEmpty(store?.name)],
  ['Shop', ({ shop }) => <ShopLink shop={shop} />],
  ['Terminal', ({ terminal }) => <TerminalLink terminal={terminal} />],
]

/** Fields of refunds only. */
const ofRefunds: FieldOf<TransactionDetail>[] = [
  [
    'Refund of',
    ({ refundOf }) =>
      refundOf && <AccentLink to={paths.transaction(refundOf.transactionId)}>View collection</AccentLink>,
  ],
]

/** Fields of settlements only. */
const ofSettlements: FieldOf<TransactionDetail>[] = [
  [
    'Settlement',
    ({ settlementId }) => settlementId && <AccentLink to={paths.settlement(settlementId)}>View settlement</AccentLink>,
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
        {/* Only a successful transaction has a processed amount. */}
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

/** Second line of a field. */
function Sub({ children }: { children: ReactNode }) {
  return <span className={classes.sub}>{children}</span>
}

/** Returns the kind of account that paid. */
function payerOf({ childAccount, store }: TransactionDetail): string {
  if (childAccount) return 'child account'
  return store ? 'store' : 'wallet'
}

/** Returns the time of payment, with its date if it differs from the creation date. */
function paidMoment(createdAt: string, paidAt: string | null | undefined): string {
  const day = panelDate(paidAt)
  return day === panelDate(createdAt) || !paidAt ? panelTime(paidAt) : `${day} ${panelTime(paidAt)}`
}

/** Only a successful payment debits the wallet, by its amount and charges. */
function isPaidOut({ type, status }: TransactionDetail): boolean {
  return type?.toUpperCase() === 'DEBIT' && status === 'SUCCESS'
}

/** Formats `BANK_TRANSFER` and `DEBIT` as `Bank transfer, debit`. */
export function transactionKind({ category, type }: { category?: string | null; type?: string | null }): string {
  const label = [category, type].filter(Boolean).join(', ')
  return sentenceCase(label)
}

type Value = string | null | undefined

/** Reference of a transaction with its copy button. */
export function TransactionReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy reference" toast="Transaction reference copied successfully" />
}

/** Session ID of a transaction with its copy button. */
function TransactionSessionId({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy session ID" toast="Session ID copied successfully" />
}

/** Reference on the payer's receipt with its copy button. */
function ReceiptReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy receipt reference" toast="Receipt reference copied successfully" />
}
