import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { Naira, formatNaira } from '../../../../money/naira.tsx'
import { splitValue } from '../../../../money/split-value.ts'
import { paths } from '../../../../paths.ts'
import { StatusTag } from '../../../../status/status-tag.tsx'
import { settlement as settlementStatus } from '../../../../status/statuses.ts'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import classes from './related-records.module.css'

type Share = NonNullable<TransactionDetail['takers']>[number]

/** Shares of a collection and their settlement; hidden for other transactions. */
export function SplitShares({ transaction }: { transaction: Transaction | undefined }) {
  const shares = transaction?.takers
  if (!transaction || !shares || shares.length === 0) return null
  return (
    <Section title="Settlement" aside={shares.length > 1 && `Shared between ${shares.length}`}>
      <SectionBody>
        <ul className={classes.list}>
          {shares.map((share) => (
            <li key={share.subAccount?.id ?? 'own'} className={classes.item}>
              <Name share={share} transaction={transaction} />
              <strong className={classes.amount}>
                <Naira amount={share.amount} />
              </strong>
              {share.settlement && (
                <>
                  <AccentLink to={paths.settlement(share.settlement.id)}>Open settlement</AccentLink>
                  <StatusTag of={share.settlement.status} map={settlementStatus} />
                </>
              )}
              <span className={classes.more}>{stateText(share)}</span>
            </li>
          ))}
        </ul>
      </SectionBody>
    </Section>
  )
}

function Name({ share: { subAccount, ...split }, transaction }: { share: Share; transaction: Transaction }) {
  if (!subAccount) return <span>{transaction.merchantName ?? 'The merchant'}</span>
  const name = subAccount.name ?? subAccount.id
  const to = transaction.merchantId && paths.subAccountSettlements(transaction.merchantId, subAccount.id)
  return (
    <span>
      {to ? <AccentLink to={to}>{name}</AccentLink> : name}
      {split.splitType && <span className={classes.more}> receives {splitValue(split)}</span>}
    </span>
  )
}

/** Describes the unsettled state of a share. */
function stateText({ state, reason, refunded }: Share): string {
  const refundedText = refunded ? `${formatNaira(refunded)} was refunded or is disputed. ` : ''
  if (state === 'WAITING') return `${refundedText}Waiting: ${reason ?? 'not settled yet'}`
  if (state === 'SPENT') return `${refundedText}Not settled: ${reason ?? 'funds already spent'}`
  if (state === 'SETTLED') return refundedText.trim()
  return 'Not settled'
}
