import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import { emptyValue } from '../../../ui/format-text.ts'
import { formatNaira } from '../../../money/naira.tsx'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import classes from './wallet-request.module.css'

interface Change {
  wallet: Wallet
  request: WalletUpgradeRow
}

/** Changes that a request would make to the wallet, and whether the required personal numbers are on record. */
export function WalletRequestChange({ wallet, request }: { [K in keyof Change]: Change[K] | undefined }) {
  return <Fields of={wallet && request && { wallet, request }} fields={fields} />
}

const fields: FieldOf<Change>[] = [
  ['Current tier', ({ wallet }) => `Tier ${wallet.tier}`],
  ['Current daily debit limit', ({ wallet }) => amount(wallet.limits?.dailyDebit)],
  ['Current balance limit', ({ wallet }) => amount(wallet.limits?.balance)],
  ['Requested tier', ({ request }) => (request.requestedTier ? `Tier ${request.requestedTier}` : emptyValue)],
  ['New daily debit limit', ({ request }) => amount(request.requestedLimits?.dailyDebit)],
  ['New balance limit', ({ request }) => amount(request.requestedLimits?.balance)],
  [
    'The requested tier requires',
    ({ request }) => (request.requestedTier ? requiredIdsText(request.requestedTier) : emptyValue),
  ],
  ['BVN on file', (change) => <IdStatus {...change} field="bvn" />],
  ['NIN on file', (change) => <IdStatus {...change} field="nin" />],
]

function IdStatus({ wallet, request, field }: Change & { field: 'bvn' | 'nin' }) {
  if (wallet[field]) return 'Yes'
  return hasTierIds(wallet, request.requestedTier) ? 'No' : <span className={classes.missing}>Missing</span>
}

function amount(naira: number | null | undefined): string {
  return naira === null ? 'No limit' : formatNaira(naira)
}

/** Returns the personal numbers that a tier requires, as text. */
function requiredIdsText(tier: number | null | undefined): string {
  return tier === 1 ? 'BVN or NIN' : 'BVN and NIN'
}

/** Whether the wallet has the personal numbers that the tier requires. */
function hasTierIds({ bvn, nin }: Pick<Wallet, 'bvn' | 'nin'>, tier: number | null | undefined): boolean {
  return tier === 1 ? Boolean(bvn || nin) : Boolean(bvn && nin)
}
