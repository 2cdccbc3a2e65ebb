import { lagosTime } from '@kobo/contract/kit/day'
import { formatNaira } from '../engine/format-naira.ts'
import { escapeHtml } from '../http/plain-page.ts'
import type { Paid, CheckoutView } from './checkout-view.ts'
import { publicPage } from './public-pages.ts'

interface Shown {
  payable: CheckoutView
  /** Path of the page. */
  path: string
  /** Payment that was just sent and declined. */
  declined: { amountKobo: bigint; reason: string | null } | null
  /** Whether cards are accepted, and whether the payer returns from the acquirer's page. */
  card: { isTaken: boolean; isBack: boolean }
  /** In the demo, the session ID under which the demo's bank would pay. */
  demo: { sessionId: string } | null
}

/** Renders the page where a payer pays, or reads the outcome. */
export function payPage(shown: Shown): string {
  const { merchant, mode, amountKobo, what, state } = shown.payable
  return publicPage(
    `Pay ${merchant.name}`,
    `${mode === 'SANDBOX' ? '<p class="test">Test mode: no real money moves</p>' : ''}
<header><p>Payment to</p><h1>${escapeHtml(merchant.name)}</h1></header>
<p class="amount">${formatNaira(amountKobo)}</p>
<p class="what">${escapeHtml(what)}</p>
<p class="state ${state.toLowerCase()}">${stateTexts[state]}</p>
${declinedNotice(shown)}${cardNotice(shown)}
${parts[state](shown)}`,
  )
}

const stateTexts: Record<CheckoutView['state'], string> = {
  OPEN: 'Awaiting payment',
  PAID: 'Paid',
  EXPIRED: 'Expired',
  TAKEN_BACK: 'Cancelled',
  UNAVAILABLE: 'Not available',
}

const parts: Record<CheckoutView['state'], (shown: Shown) => string> = {
  // While a card payment is pending, no other way to pay is offered.
  OPEN: (shown) =>
    isWaiting(shown) ? '' : toPay(shown) + cardForm(shown) + (shown.demo ? demoForm(shown, shown.demo.sessionId) : ''),
  PAID: ({ payable, demo }) => (payable.paid ? receipt(payable, payable.paid, demo !== null) : ''),
  EXPIRED: ({ payable }) =>
    sentence(
      `This payment request expired on ${payable.expiresAt ? lagosTime(new Date(payable.expiresAt)) : ''}. Transfers made now are returned to the sender.`,
    ),
  TAKEN_BACK: () =>
    sentence('The merchant has cancelled this payment request. Transfers made now are returned to the sender.'),
  // The payer does not learn of the freeze.
  UNAVAILABLE: () =>
    sentence('The merchant does not receive payments at present. Transfers made now are returned to the sender.'),
}

function declinedNotice({ declined }: Shown): string {
  if (!declined) return ''
  return `<section class="notice" role="alert"><h2>Your payment was declined</h2>
<p>${formatNaira(declined.amountKobo)} is returned to you. ${escapeHtml(declined.reason ?? '')}</p></section>`
}

/** Renders the outcome of a card payment for a returning payer, or that it is pending. */
function cardNotice({ payable: { card, state }, card: { isBack }, path }: Shown): string {
  if (!isBack || !card || state === 'PAID') return ''
  if (card.status === 'PENDING') {
    return `<section class="notice waiting" role="status"><h2>Your card payment is being processed</h2>
<p>Waiting for confirmation from the bank.</p>
<p><a class="button quiet" href="${escapeHtml(path)}?card=back">Check again</a></p></section>`
  }
  return `<section class="notice" role="alert"><h2>Your card was not charged</h2>
<p>${escapeHtml(card.reason ?? '')}</p></section>`
}

function isWaiting({ payable: { card, state }, card: { isBack } }: Shown): boolean {
  return isBack && state === 'OPEN' && card?.status === 'PENDING'
}

function cardForm({ path, card }: Shown): string {
  if (!card.isTaken) return ''
  return `<section><h2>Or pay by card</h2><form method="post" action="${escapeHtml(path)}/card"><button class="button">Pay by card</button></form>
<p>You enter your card details on the page of the bank that processes the payment.</p></section>`
}

function toPay({ payable: { account, amountKobo, expiresAt }, path }: Shown): string {
  return `<section><h2>Transfer to this account</h2>
${fields([
  ['Account number', `<strong class="number">${escapeHtml(account.number)}</strong>`],
  ['Bank', escapeHtml(account.bank)],
  ['Account name', escapeHtml(account.name)],
  ['Amount', formatNaira(amountKobo)],
  ...(expiresAt === null ? [] : [['Valid until', lagosTime(new Date(expiresAt))] as const]),
])}
<p>Transfer exactly this amount: any other amount is returned to you.</p>
<p><a class="button quiet" href="${escapeHtml(path)}">I have paid: check again</a></p></section>`
}

/** The amount is editable, so that a wrong one can be tried. */
function demoForm({ payable: { amountKobo }, path }: Shown, sessionId: string): string {
  const amount = `${amountKobo / 100n}.${String(amountKobo % 100n).padStart(2, '0')}`
  return `<section class="demo"><h2>Pay from a demo bank account</h2>
<form method="post" action="${escapeHtml(path)}">
<input type="hidden" name="sessionId" value="${sessionId}">
<label for="amount">Amount in naira</label>
<input id="amount" name="amount" value="${amount}" inputmode="decimal" autocomplete="off" required maxlength="20">
<button class="button">Pay</button>
</form>
<p>The simulated switch delivers the payment as if another bank's customer had sent it.</p></section>`
}

function receipt({ amountKobo, reference, merchant }: CheckoutView, paid: Paid, isDemo: boolean): string {
  const details = fields([
    ['Paid', lagosTime(new Date(paid.at))],
    ['Reference', escapeHtml(reference)],
    paid.sessionId === null ? (['Paid with', 'Card'] as const) : (['Session ID', escapeHtml(paid.sessionId)] as const),
  ])
  if (!isDemo) return `<section>${details}</section>`
  return `<section>${details}</section>
<section class="demo"><h2>Where the money went</h2>
${fields([
  ['Fee', formatNaira(paid.feeKobo)],
  ['VAT', formatNaira(paid.vatKobo)],
  ["Credited to the merchant's wallet", formatNaira(amountKobo - paid.feeKobo - paid.vatKobo)],
])}
${paid.sessionId === null ? '<p>The merchant can spend it once the acquirer has settled it, every five minutes in the demo.</p>' : ''}
<p><a class="button quiet" href="/payout/${paid.transactionId}/transaction-payout">The transaction in the console</a></p>
<p><a class="button quiet" href="/merchants/${merchant.id}?status=transactions">The merchant's transactions</a></p></section>`
}

function sentence(text: string): string {
  return `<section><p>${escapeHtml(text)}</p></section>`
}

/** Renders labels with values that are HTML already. */
function fields(rows: readonly (readonly [label: string, html: string])[]): string {
  return `<dl>${rows.map(([label, html]) => `<div><dt>${label}</dt><dd>${html}</dd></div>`).join('')}</dl>`
}
