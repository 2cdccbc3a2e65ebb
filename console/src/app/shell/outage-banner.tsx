import { outside, type Outages } from '@kobo/contract/outages'
import { serverNow } from '../../api/clock.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import classes from '../banner.module.css'
import { timeSince } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'

const pollIntervalMs = 30_000

/** Banner naming the banks that do not respond, shown while payouts to them wait. */
export function OutageBanner() {
  const { data } = useApiQuery(outside.trouble, {}, { pollMs: pollIntervalMs })
  const banks = data?.trouble.filter(({ kind, state }) => kind === 'bank' && state === 'open') ?? []
  const [longest, ...others] = banks
  return longest && <p className={classes.banner}>{sentence(longest, others)}</p>
}

function sentence(longest: Outages, others: readonly Outages[]): string {
  const waiting = [longest, ...others].reduce((sum, { waiting: count }) => sum + count, 0)
  const banks =
    others.length === 0
      ? `${longest.name} has not responded`
      : `${longest.name} and ${others.length} ${others.length === 1 ? 'other bank' : 'other banks'} have not responded`
  const payouts = waiting === 0 ? 'payouts are' : waiting === 1 ? '1 payout is' : `${formatCount(waiting)} payouts are`
  return `${banks} since ${timeSince(Date.parse(longest.since), serverNow())}: ${payouts} waiting and will be sent when ${others.length === 0 ? 'it recovers' : 'they recover'}.`
}
