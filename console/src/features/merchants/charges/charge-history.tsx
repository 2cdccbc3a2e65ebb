import { type ChargeChange, type Charges, charges as chargeCalls } from '@kobo/contract/charges'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { listDateTime } from '../../../ui/dates.tsx'
import { emptyValue } from '../../../ui/format-text.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { SectionBar, SectionBody } from '../../../ui/section.tsx'
import table from '../page/sections/merchant-table.module.css'
import { type ChargeCard, chargeCards } from './charge-cards.ts'
import { chargeText, fieldsShown } from './charge-values.ts'
import classes from './charge-history.module.css'

const initialSize = 10
const maxSize = 1_000

/** History of a merchant's charge changes, below the cards; hidden if the server lacks the call. */
export function ChargeHistory({ merchantId, charges }: { merchantId: string; charges: Charges }) {
  const titleId = useId()
  const [size, setSize] = useState(initialSize)
  const fetched = useApiQuery(chargeCalls.history, { merchantId, page: 1, size }, { keepPrevious: true })
  if (fetched.error?.status === 404) return null
  return (
    <div role="group" aria-labelledby={titleId} className={classes.history}>
      <h3 id={titleId}>Changes</h3>
      <QueryContent from={fetched} skeleton={<SectionBar />}>
        {({ changes, totalRecords }) =>
          changes.length === 0 ? (
            <SectionBody>No changes yet</SectionBody>
          ) : (
            <>
              <table className={table.table}>
                <thead>
                  <tr>
                    <th scope="col">Date changed</th>
                    <th scope="col">Changed by</th>
                    <th scope="col">Charges</th>
                    <th scope="col" className={classes.wide}>
                      Change
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {changes.map((change) => (
                    <Change key={change.id} change={change} charges={charges} />
                  ))}
                </tbody>
              </table>
              {totalRecords > changes.length && size === initialSize && (
                <div className={classes.more}>
                  <Button variant="default" size="xs" onClick={() => setSize(maxSize)}>
                    Show all {formatCount(totalRecords)} changes
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryContent>
    </div>
  )
}

function Change({ change, charges }: { change: ChargeChange; charges: Charges }) {
  const card = chargeCards.find(({ name }) => change.after[name])
  const differences = card ? differencesIn(card, change, charges) : []
  return (
    <tr>
      <td>{listDateTime(change.changedAt)}</td>
      <td>{change.changedBy}</td>
      <td>{card?.title ?? emptyValue}</td>
      <td>
        {differences.length === 0 && 'Saved with no changes'}
        {differences.map(({ label, from, to }) => (
          <div key={label}>
            {label}: {from} → {to}
          </div>
        ))}
      </td>
    </tr>
  )
}

/** Returns the fields that changed, among those that the fee type before or after uses. */
function differencesIn(card: ChargeCard, { before, after }: ChargeChange, charges: Charges) {
  const read = (stored: Partial<Charges>) => {
    const values = card.read({ ...charges, ...stored })
    const shown = new Set(fieldsShown(card, values))
    return card.fields.map((field) => (shown.has(field) ? chargeText(field, values) : emptyValue))
  }
  const was = read(before)
  const is = read(after)
  return card.fields
    .map(({ label }, place) => ({ label, from: was[place], to: is[place] }))
    .filter(({ from, to }) => from !== to)
}
