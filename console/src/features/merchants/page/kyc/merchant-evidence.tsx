import type { Merchant } from '@kobo/contract/merchants'
import { useRecord } from '../../../../record/define-record.ts'
import { StatusTag } from '../../../../status/status-tag.tsx'
import { statusMap } from '../../../../status/statuses.ts'
import { listDateTime } from '../../../../ui/dates.tsx'
import { orEmpty } from '../../../../ui/format-text.ts'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { Section, SectionBar } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import classes from '../sections/merchant-table.module.css'
import { isOpen, useKycComparison } from './use-kyc-comparison.ts'

export const watchListed = "The owner's BVN is on the watch list. You must give a reason to approve this merchant."

const verdicts = statusMap(
  { true: ['Match', 'green'], false: ['Differs', 'red'] },
  { label: 'Cannot be compared', tone: 'grey' },
)

/** Warns that the owner is on the watch list. */
export function WatchListAlert() {
  const { record: merchant } = useRecord(merchantRecord)
  return merchant ? <MerchantAlert merchant={merchant} /> : null
}

function MerchantAlert({ merchant }: { merchant: Merchant }) {
  const { isWatched } = useKycComparison(merchant)
  return <ErrorAlert alert={isWatched && watchListed} />
}

/**
 * Compares the merchant's submitted data with the registers and the bank while its KYC is undecided, and shows what was on record
 * when it was decided.
 */
export function MerchantEvidence() {
  const { record: merchant, known } = useRecord(merchantRecord)
  const shown = merchant ?? known
  if (!shown || !isOpen(shown)) return merchant ? <DecidedEvidence merchant={merchant} /> : null
  return <Section title="Evidence">{merchant ? <Comparisons merchant={merchant} /> : <Waiting />}</Section>
}

function DecidedEvidence({ merchant: { decision } }: { merchant: Merchant }) {
  const evidence = decision?.evidence ?? []
  if (!decision || evidence.length === 0) return null
  return (
    <Section title="Evidence" aside={`As of the decision on ${listDateTime(decision.decidedAt)}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">On record</th>
          </tr>
        </thead>
        <tbody>
          {evidence.map(({ item, value }) => (
            <tr key={item}>
              <td data-title="Item">{item}</td>
              <td data-title="On record">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Skeleton in place of the table. */
function Waiting() {
  return (
    <div className={classes.waiting}>
      <SectionBar />
    </div>
  )
}

const titles = ['Item', 'Submitted', 'On record', 'Source', 'Result']

function Comparisons({ merchant }: { merchant: Merchant }) {
  const { comparisons, isPending } = useKycComparison(merchant)
  if (isPending) return <Waiting />
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparisons.map(({ item, submitted, onRecord, source, matches }) => (
          <tr key={item}>
            <td data-title={titles[0]}>{item}</td>
            <td data-title={titles[1]}>{orEmpty(submitted)}</td>
            <td data-title={titles[2]}>{orEmpty(onRecord)}</td>
            <td data-title={titles[3]}>{source}</td>
            <td data-title={titles[4]}>
              <StatusTag of={String(matches)} map={verdicts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
