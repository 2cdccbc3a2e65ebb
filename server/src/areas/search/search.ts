import type { search } from '@kobo/contract/search'
import type { Handler } from '../../http/handler.ts'
import { nameMatches, startsWith } from '../../db/like.ts'
import { isUuid } from '../../uuid.ts'

const shown = 8

/** What a text names, for the command palette: a merchant's id, or a piece of its name, or the start of its e-mail address. */
export const searchEverything: Handler<typeof search.everything> = async ({ text }, { db, mode }) => {
  const merchants = await db
    .selectFrom('merchant')
    .select(['id', 'business_name', 'email'])
    .where('mode', '=', mode)
    .where((eb) =>
      isUuid(text) ? eb('id', '=', text) : eb.or([nameMatches('business_name', text), startsWith('email', text)]),
    )
    .orderBy(startsWith('business_name', text), 'desc')
    .orderBy('created_at', 'desc')
    .limit(shown)
    .execute()
  return {
    hits: merchants.map((merchant) => ({
      kind: 'merchant' as const,
      id: merchant.id,
      title: merchant.business_name,
      detail: merchant.email,
    })),
  }
}
