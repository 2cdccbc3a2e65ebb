import { LetterPreview } from './letter-preview.tsx'
import classes from './notice-preview.module.css'

interface NoticePreviewProps {
  /** Where the merchant is notified, and its owner if they receive the same email. */
  of: { email?: string | null | undefined; ownerEmail?: string | null | undefined; hasWebhook: boolean }
  notice: { subject: string; text: string }
}

/** Email that a merchant receives about a decision, and how else it is notified. */
export function NoticePreview({ of: { email, ownerEmail, hasWebhook }, notice }: NoticePreviewProps) {
  if (!email && !ownerEmail) {
    return (
      <div className={classes.notice}>
        {hasWebhook
          ? 'The merchant is notified by webhook. Its email address is unknown.'
          : 'The merchant cannot be notified: its email address is unknown and it has no webhook.'}
      </div>
    )
  }
  const addresses = [email && `the merchant: ${email}`, ownerEmail && `its owner: ${ownerEmail}`].filter(Boolean)
  return (
    <LetterPreview
      summary={`Email to ${addresses.join(', and to ')}${hasWebhook ? ', and by webhook' : ''}`}
      letter={notice}
    />
  )
}
