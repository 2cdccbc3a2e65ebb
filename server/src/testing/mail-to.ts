import type { TestApp } from './app.ts'
import { eventually } from './payouts.ts'

interface Mail {
  subject: string
  text: string
}

/** Waits for mail to an address with these words in its subject and returns the newest. */
export async function mailTo({ db }: TestApp, email: string, words: string): Promise<Mail> {
  return await eventually(() =>
    db
      .selectFrom('outbox_mail')
      .select(['subject', 'text'])
      .where('to_address', '=', email)
      .where('subject', 'like', `%${words}%`)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
}
