import type { Database } from '../../db/database.ts'

/** Whom a decision about a merchant notifies. */
export interface Recipients {
  businessName: string
  email: string | null
  /** Address of the owner, if it is not that of the merchant. */
  ownerEmail: string | null
  hasWebhook: boolean
}

/** Reads whom a decision about a merchant notifies; undefined if the mode has no such merchant. */
export async function readRecipients(
  db: Database,
  { mode, merchantId }: { mode: string; merchantId: string },
): Promise<Recipients | undefined> {
  const merchant = await db
    .selectFrom('merchant')
    .leftJoin('webhook_endpoint', 'webhook_endpoint.merchant_id', 'merchant.id')
    .select(['business_name', 'email', 'owner_email', 'webhook_endpoint.url'])
    .where('merchant.id', '=', merchantId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!merchant) return undefined
  const [email, ownerEmail] = [trimmed(merchant.email), trimmed(merchant.owner_email)]
  return {
    businessName: merchant.business_name,
    email,
    ownerEmail: ownerEmail?.toLowerCase() === email?.toLowerCase() ? null : ownerEmail,
    hasWebhook: merchant.url !== null,
  }
}

function trimmed(address: string | null): string | null {
  return address?.trim() || null
}
