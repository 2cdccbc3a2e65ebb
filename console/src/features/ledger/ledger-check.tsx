import { type LedgerCheck, ledger } from '@kobo/contract/ledger'
import { IconChecks } from '@tabler/icons-react'
import { requestOf } from '../../api/api-error.ts'
import { useMay } from '../../api/use-may.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { StatusTag } from '../../status/status-tag.tsx'
import { statusMap } from '../../status/statuses.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import classes from './ledger-check.module.css'

export const ledgerCheck = statusMap(
  {
    PASSED: ['Ledger balanced', 'green'],
    FAILED: ['Discrepancies found', 'red'],
    RUNNING: ['Checking', 'blue'],
    STOPPED: ['Did not finish', 'orange'],
  },
  { tone: 'grey' },
)

/** Result of the latest ledger check with its findings, and a button to start a check now. */
export function LedgerCheck() {
  const may = useMay()
  const startCheck = useApiMutation(ledger.startCheck)
  const { query, running } = useCheck()
  const last = query.data?.last
  return (
    <section className={classes.check} aria-label="Ledger check">
      <div className={classes.line} role="status">
        {running ? (
          <>
            <StatusTag of={running.status} map={ledgerCheck} />
            <progress
              className={classes.progress}
              max={running.total}
              value={running.done}
              aria-label="Checks completed"
            />
            <span>
              {running.done} of {running.total} checks
            </span>
          </>
        ) : (
          query.data && <Result of={last} />
        )}
        {query.isPending && <SkeletonBar width="180px" />}
      </div>
      {may(ledger.startCheck) && (
        <BusyButton
          variant="default"
          size="xs"
          leftSection={<IconChecks size={16} stroke={1.5} />}
          busy={startCheck.state === 'sending' || running !== undefined}
          busyText="Checking..."
          onClick={() => startCheck.start({})}
        >
          Check now
        </BusyButton>
      )}
      {query.isLoadingError && (
        <div className={classes.failure}>
          <LoadError
            text="The latest ledger check could not be read"
            detail={requestOf(query.error)}
            again={() => void query.refetch()}
          />
        </div>
      )}
      {!running && last && last.findings.length > 0 && (
        <ul className={classes.findings} aria-label="Discrepancies">
          {last.findings.map(({ kind, sentence, count, ids }) => (
            <li key={kind}>
              {sentence}: {formatCount(count)}
              <span className={classes.ids}>
                {ids.join(', ')}
                {ids.length < count && ', …'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Polls while a check is running. */
function useCheck() {
  const known = useApiQuery(ledger.check, {})
  const pollMs = usePollInterval(Boolean(known.data?.running))
  const query = useApiQuery(ledger.check, {}, pollMs === undefined ? {} : { pollMs })
  return { query, running: query.data?.running ?? undefined }
}

function Result({ of: check }: { of: LedgerCheck | null | undefined }) {
  if (!check) return <span>No ledger check has run yet</span>
  const { status, endedAt, startedAt, done, total } = check
  return (
    <>
      <StatusTag of={status} map={ledgerCheck} />
      <span>
        {done} of {total} checks, {listDateTime(endedAt ?? startedAt)}
      </span>
    </>
  )
}
