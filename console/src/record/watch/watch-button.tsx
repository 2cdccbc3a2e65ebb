import { recordKinds, type WatchedType } from '@kobo/contract/kit/record-kinds'
import { watches } from '@kobo/contract/watches'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useIsSupported } from '../../api/config.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { formatCount } from '../../ui/format-count.ts'
import { useIdle } from '../../ui/preload.ts'
import { useOptimisticValue } from '../use-optimistic-value.ts'
import classes from './watch-button.module.css'

/** By then the record and its rows have arrived, which this would delay. */
const readAfterMs = 2_500

interface WatchButtonProps {
  of: { type: WatchedType; id: string }
  size: 'xs' | 'sm'
}

/** Shows whether the operator watches a record and how many others do, and changes the former. */
export function WatchButton({ of: { type, id }, size }: WatchButtonProps) {
  const isOffered = useIsSupported(watches.read)
  const isIdle = useIdle(isOffered, readAfterMs)
  const record = { recordType: type, recordId: id }
  const { data, dataUpdatedAt } = useApiQuery(watches.read, isIdle ? record : null, { background: true })
  const change = useApiMutation(watches.change, { about: `watch ${type} ${id}` })
  // Before the state is known, pressing the button watches the record, which changes nothing if the operator does.
  const { shown: isWatching, wish } = useOptimisticValue(data?.isWatching ?? false, dataUpdatedAt)
  if (!isOffered) return null
  const name = recordKinds[type].label.toLowerCase()
  const toggle = () => {
    if (change.state === 'sending') return
    void wish(!isWatching, () => change.send({ ...record, isWatching: !isWatching }))
  }
  return (
    <Button
      variant="default"
      size={size}
      className={classes.button}
      aria-pressed={isWatching}
      data-counted={data?.others ? true : undefined}
      leftSection={<IconEye size={size === 'xs' ? 14 : 17} stroke={1.5} />}
      title={data ? whoWatches(isWatching, data.others, name) : `Watch this ${name}`}
      onClick={toggle}
    >
      <VisuallyHidden>Watch</VisuallyHidden>
      {data?.others ? ` ${formatCount(data.others)}` : ''}
    </Button>
  )
}

function whoWatches(isWatching: boolean, others: number, name: string): string {
  const colleagues = others === 1 ? 'one colleague' : `${formatCount(others)} colleagues`
  if (!isWatching && others === 0) return `Nobody watches this ${name}`
  if (!isWatching) return `Watched by ${colleagues}`
  return others === 0 ? `You alone watch this ${name}` : `Watched by you and ${colleagues}`
}
