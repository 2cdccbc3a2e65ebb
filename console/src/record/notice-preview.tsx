import classes from './notice-preview.module.css'

interface NoticePreviewProps {
  /** Where the merchant is notified. */
  of: { email?: string | null | undefined; hasWebhook: boolean }
  notice: { subject: string; text: string }
}

/** Email that a merchant receives about a decision, and how else it is notified. */
export function NoticePreview({ of: { email, hasWebhook }, notice: { subject, text } }: NoticePreviewProps) {
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
