import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { formatNaira } from '../../../../money/naira.tsx'
import { splitValue } from '../../../../money/split-value.ts'
import { paths } from '../../../../paths.ts'
import { StatusTag } from '../../../../status/status-tag.tsx'
import { settlement as settlementStatus } from '../../../../status/statuses.ts'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import classes from './related-records.module.css'

type Taker = NonNullable<TransactionDetail['takers']>[number]

/** Shares of a collection and their settlement; hidden for other transactions. */
export function SplitShares({ transaction }: { transaction: Transaction | undefined }) {
  const takers = transaction?.takers
  if (!transaction || !takers || takers.length === 0) return null
  return (
    <Section title="Settlement" aside={takers.length > 1 && `Shared between ${takers.length}`}>
      <SectionBody>
        <ul className={classes.list}>
          {takers.map((taker) => (
            <li key={taker.subAccount?.id ?? 'own'} className={classes.item}>
              <Name taker={taker} transaction={transaction} />
              <strong className={classes.amount}>{formatNaira(taker.amount)}</strong>
              {taker.settlement && (
                <>
                  <AccentLink to={paths.settlement(taker.settlement.id)}>Open settlement</AccentLink>
                  <StatusTag of={taker.settlement.status} map={settlementStatus} />
                </>
              )}
              <span className={classes.more}>{whatOf(taker)}</span>
            </li>
          ))}
        </ul>
      </SectionBody>
    </Section>
  )
}

function Name({ taker: { subAccount, ...split }, transaction }: { taker: Taker; transaction: Transaction }) {
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
function whatOf({ state, reason, refunded }: Taker): string {
  const back = refunded ? `${formatNaira(refunded)} was refunded or is disputed. ` : ''
  if (state === 'WAITING') return `${back}Waiting: ${reason ?? 'not settled yet'}`
  if (state === 'SPENT') return `${back}Not settled: ${reason ?? 'funds already spent'}`
  if (state === 'SETTLED') return back.trim()
  return 'Not settled'
}
