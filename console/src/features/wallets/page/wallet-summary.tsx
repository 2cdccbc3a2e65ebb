import type { Wallet } from '@kobo/contract/wallets'
import { Link } from '@tanstack/react-router'
import { Code } from '../../../ui/code.tsx'
import { orEmpty } from '../../../ui/empty.ts'
import { paths } from '../../../paths.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { Section } from '../../../ui/section.tsx'
import { walletRecord } from '../wallet-record.ts'
import classes from './wallet-summary.module.css'

/** What wallet it is, and at which merchant. */
export function WalletSummary() {
  const { record: wallet } = useRecord(walletRecord)
  return (
    <Section title="Wallet details">
      <Fields of={wallet} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<Wallet>[] = [
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  ['Wallet ID', ({ id }) => <Code value={id} />],
  ['Account name', ({ accountName }) => orEmpty(accountName)],
  ['Bank', ({ bankName }) => orEmpty(bankName)],
  ['Current tier', ({ tier }) => `Tier ${tier}`],
]

function MerchantLink({ merchant }: Pick<Wallet, 'merchant'>) {
  if (!merchant?.id) return orEmpty(merchant?.businessName)
  return (
    <Link className={classes.link} to={paths.merchant(merchant.id)}>
      {merchant.businessName}
    </Link>
  )
}
