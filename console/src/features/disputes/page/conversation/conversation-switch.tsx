import { type DisputeDetails, disputes } from '@kobo/contract/disputes'
import { Switch } from '@mantine/core'
import { useMay } from '../../../../api/use-may.ts'
import { useApiMutation } from '../../../../api/use-api-mutation.ts'
import { useOptimisticValue } from '../../../../record/use-optimistic-value.ts'

interface ConversationSwitchProps {
  dispute: DisputeDetails
  readAt: number
}

/** Enables or disables messages for both sides of a dispute. */
export function ConversationSwitch({ dispute, readAt }: ConversationSwitchProps) {
  const may = useMay()
  const change = useApiMutation(disputes.changeConversation)
  const { shown, wish } = useOptimisticValue(dispute.enableConversation === 'DISABLED' ? 'DISABLED' : 'ENABLED', readAt)
  const opposite = shown === 'ENABLED' ? 'DISABLED' : 'ENABLED'
  const toggle = () => {
    // One request at a time, since concurrent responses could arrive out of order.
    if (change.state === 'idle') void wish(opposite, () => change.send({ disputeId: dispute.id, status: opposite }))
  }
  if (!may(disputes.changeConversation)) return shown
  return (
    <Switch
      label={shown}
      labelPosition="left"
      aria-label={`Conversation ${shown}`}
      withThumbIndicator={false}
      checked={shown === 'ENABLED'}
      onChange={toggle}
    />
  )
}
