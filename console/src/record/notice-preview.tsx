import { type FreezeScope, freezeNotice } from '@kobo/contract/kit/freeze'
import { listDateTime } from '../../ui/dates.tsx'
import classes from './freeze-dialog.module.css'
import type { Impact } from './freeze-impact.tsx'

interface NoticePreviewProps {
  of: Impact
  scopes: readonly FreezeScope[]
  until: string | undefined
  cancelsWaiting: boolean
}

/** Email that a merchant receives about a freeze, and how else it is notified. */
export function NoticePreview({ of: impact, scopes, until, cancelsWaiting }: NoticePreviewProps) {
  const { name, businessName, email, hasWebhook } = impact
  const end = until ? listDateTime(until) : null
  const { subject, text } = freezeNotice({ name, businessName, scopes, until: end, cancelsWaiting })
  if (!email) {
    return (
      <div className={classes.notice}>
        {hasWebhook
          ? 'The merchant is notified by webhook. Its email address is unknown.'
          : 'The merchant cannot be notified: its email address is unknown and it has no webhook.'}
      </div>
    )
  }
  return (
    <details className={classes.notice}>
      <summary>
        Email to the merchant: {email}
        {hasWebhook && ', and by webhook'}
      </summary>
      <div className={classes.letter}>
        <strong>{subject}</strong>
        <p>{text}</p>
      </div>
    </details>
  )
}
