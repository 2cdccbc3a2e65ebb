import { IconFileUnknown } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApiFailure } from '../../api/failure.ts'
import { FetchFailed } from '../../record/fetch-failed.tsx'
import { useModeName } from '../../record/mode-name.ts'
import { paths } from '../../paths.ts'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { StateView } from '../../ui/state-view.tsx'
import classes from './payout-panel.module.css'

interface PayoutPanelProps<T> {
  from: UseQueryResult<{ info: T }, ApiFailure>
  fields: readonly FieldOf<T>[]
  /** What it is, for saying that there is no such one. */
  kind: string
  /** The transaction that it has become. */
  transactionId?: string | null | undefined
  onClose: () => void
}

/** A payout that is yet to be made, beside the list that it stands in. */
export function PayoutPanel<T>({ from, fields, kind, transactionId, onClose }: PayoutPanelProps<T>) {
  return (
    <SidePanel
      title="Transaction Summary"
      onClose={onClose}
      footer={transactionId && <TransactionLink transactionId={transactionId} />}
    >
      {from.error?.status === 404 ? (
        <Missing kind={kind} onClose={onClose} />
      ) : from.error && !from.data ? (
        <FetchFailed again={() => void from.refetch()} />
      ) : (
        <div aria-busy={!from.data}>
          <Fields of={from.data?.info} fields={fields} />
        </div>
      )}
    </SidePanel>
  )
}

/** The way to a transaction's own page. */
export function TransactionLink({ transactionId }: { transactionId: string }) {
  return (
    <Link className={classes.link} to={paths.transaction(transactionId)}>
      Open transaction page
    </Link>
  )
}

function Missing({ kind, onClose }: { kind: string; onClose: () => void }) {
  const modeName = useModeName()
  return (
    <StateView
      icon={<IconFileUnknown size={22} />}
      text={`This ${kind} does not exist in ${modeName}`}
      action={{ text: 'Close', onClick: onClose }}
    />
  )
}
