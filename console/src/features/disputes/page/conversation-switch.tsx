import { type DisputeDetails, disputes } from '@kobo/contract/disputes'
import { Switch } from '@mantine/core'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useOptimisticValue } from '../../../record/use-optimistic-value.ts'

interface ConversationSwitchProps {
  dispute: DisputeDetails
  readAt: number
}

/** Says whether both sides may send messages, and lets them, or neither. */
export function ConversationSwitch({ dispute, readAt }: ConversationSwitchProps) {
  const change = useApiMutation(disputes.changeConversation)
  const { shown, wish } = useOptimisticValue(dispute.enableConversation === 'DISABLED' ? 'DISABLED' : 'ENABLED', readAt)
  const opposite = shown === 'ENABLED' ? 'DISABLED' : 'ENABLED'
  const flip = () => {
    // One at a time: two answers on their way could arrive in the wrong order.
    if (change.state === 'idle') void wish(opposite, () => change.send({ disputeId: dispute.id, status: opposite }))
  }
  return (
    <Switch
      label={shown}
      labelPosition="left"
      aria-label={`Conversation ${shown}`}
      withThumbIndicator={false}
      checked={shown === 'ENABLED'}
      onChange={flip}
    />
  )
}
