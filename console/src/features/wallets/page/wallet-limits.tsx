import { formatNaira } from '../../../money/naira.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { walletRecord } from '../wallet-record.ts'
import classes from './wallet-limits.module.css'

/** Use of the tier's limits. */
export function WalletLimits() {
  const { record: wallet } = useRecord(walletRecord)
  // A server may not send limits.
  if (wallet && !wallet.limits) return null
  const limits = wallet?.limits
  return (
    <Section title="Limits" aside={wallet && `Tier ${wallet.tier}`}>
      <div className={classes.meters}>
        <Meter label="Debited today" used={limits?.debitedToday} limit={limits?.dailyDebit} />
        <Meter label="Balance" used={limits?.held ?? wallet?.bookedBalance} limit={limits?.balance} />
      </div>
    </Section>
  )
}

interface MeterProps {
  label: string
  /** Missing while loading. */
  used: number | undefined
  limit: number | null | undefined
}

function Meter({ label, used, limit }: MeterProps) {
  const ready = used !== undefined && limit !== undefined
  const text = ready ? `${formatNaira(used)} ${limit === null ? '/ No limit' : `of ${formatNaira(limit)}`}` : ''
  const share = ready && limit ? Math.min(Math.max((used / limit) * 100, 0), 100) : 0
  return (
    <div className={classes.meter}>
      <div className={classes.words}>
        <span>{label}</span>
        <span className={classes.figure}>{ready ? text : <SkeletonBar width="140px" />}</span>
      </div>
      {limit !== null && (
        <div
          className={classes.track}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share)}
          aria-valuetext={text}
        >
          <div className={classes.used} data-near={share >= nearLimit || undefined} style={{ width: `${share}%` }} />
        </div>
      )}
    </div>
  )
}

/** Percentage from which a limit is nearly reached. */
const nearLimit = 90
