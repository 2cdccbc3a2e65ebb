import { bulkItemStatuses } from '@kobo/contract/payouts'
import { Progress } from '@mantine/core'
import { StatusTag } from '../../../status/status-tag.tsx'
import { bulkItem } from '../../../status/statuses.ts'
import { useRecord } from '../../../record/define-record.ts'
import { Section, SectionBody } from '../../../ui/section.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { batchRecord } from './batch-record.ts'
import classes from './batch-progress.module.css'
import { grouped } from '../../../ui/grouped.ts'

/** How many of the batch's valid items are finished, and how many of all stand where. */
export function BatchProgress() {
  const { record, state } = useRecord(batchRecord)
  const { batch, totals } = record ?? {}
  if (state !== 'loading' && !(batch && totals)) return null
  const valid = batch ? batch.totalRecords - batch.totalInvalidRecords : 0
  const finished = (totals?.SUCCESS ?? 0) + (totals?.FAILED ?? 0)
  return (
    <Section title="Progress" aside={batch && `${grouped(batch.totalRecords)} items`}>
      <SectionBody>
        <div className={classes.progress}>
          <Progress aria-label="Finished items" value={valid > 0 ? (100 * finished) / valid : 0} flex={1} />
          {batch ? (
            <span>
              {grouped(finished)} of {grouped(valid)} valid items finished
            </span>
          ) : (
            <Bar width="180px" />
          )}
        </div>
        <dl className={classes.totals}>
          {bulkItemStatuses.map((status) => (
            <div key={status}>
              <dt>
                <StatusTag of={status} map={bulkItem} />
              </dt>
              <dd>{totals ? grouped(totals[status] ?? 0) : <Bar width="24px" />}</dd>
            </div>
          ))}
          <div>
            <dt>Invalid</dt>
            <dd>{batch ? grouped(batch.totalInvalidRecords) : <Bar width="24px" />}</dd>
          </div>
        </dl>
      </SectionBody>
    </Section>
  )
}
