import type { DecisionNotice as Letter } from '@kobo/contract/kit/decision-notice'
import { decisions } from '@kobo/contract/decisions'
import { useIsSupported } from '../api/config.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { useMay } from '../api/use-may.ts'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { QueryContent } from './query-content.tsx'

interface DecisionNoticeProps {
  merchantId: string | null | undefined
  /** Whether the owner receives the email too. */
  toOwner?: boolean
  /** Builds the email to a merchant of this name. */
  notice: (businessName: string) => Letter
}

/** Email that a merchant receives about a decision; absent where it is not sent, or may not be read. */
export function DecisionNotice({ merchantId, toOwner, notice }: DecisionNoticeProps) {
  const may = useMay()
  const isShown = useIsSupported(decisions.recipients) && may(decisions.recipients) && Boolean(merchantId)
  const recipients = useApiQuery(decisions.recipients, isShown && merchantId ? { merchantId } : null)
  if (!isShown) return null
  return (
    <QueryContent from={recipients} skeleton={<SkeletonBar width="60%" />}>
      {({ businessName, ownerEmail, ...of }) => (
        <NoticePreview of={{ ...of, ...(toOwner && { ownerEmail }) }} notice={notice(businessName)} />
      )}
    </QueryContent>
  )
}

/** Says whether the merchant receives the reason of a decision; undefined where it is not notified. */
export function useReasonHint(audience: 'merchant' | 'colleagues'): string | undefined {
  if (!useIsSupported(decisions.recipients)) return undefined
  return audience === 'merchant'
    ? 'The merchant is notified and receives this reason'
    : 'The merchant is notified without this reason'
}

/** Stands for a reason that is not entered yet. */
export const noReason = '(your reason)'
