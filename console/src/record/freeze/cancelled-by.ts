import { formatNaira } from '../../money/naira.tsx'
import { formatCount } from '../../ui/format-count.ts'
import type { Impact } from './freeze-impact.tsx'

/** Returns what the cancellation of waiting payments affects. */
export function cancelledBy({ waiting, scheduled, recurring, batchItems }: Impact): string {
  const parts = [
    partOf(waiting, 'waiting payment', 'waiting payments'),
    partOf(scheduled, 'scheduled payout', 'scheduled payouts'),
    partOf(batchItems, 'batch item', 'batch items'),
  ].filter((part) => part !== null)
  const paused = partOf(recurring, 'recurring payout', 'recurring payouts')
  const sentences = [parts.length > 0 && `Cancels ${parts.join('; ')}.`, paused && `Pauses ${paused}.`].filter(Boolean)
  return sentences.length === 0
    ? 'There is nothing to cancel at present.'
    : `${sentences.join(' ')}${parts.length > 0 ? ' A cancellation cannot be undone.' : ''}`
}

function partOf({ count, amount }: Impact['waiting'], one: string, many: string): string | null {
  return count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}, ${formatNaira(amount)}`
}
