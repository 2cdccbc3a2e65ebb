import { randomInt, randomUUID } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { newReference } from '@kobo/server/engine/reference'
import { acceptors } from './trades.ts'
import { mayBeRefused, type Stage } from './partners.ts'
import { pickFrom, someName } from './traffic-accounts.ts'

/** Uses a card, or clears or reverses an open card payment. */
export async function useCard(stage: Stage, mode: Mode): Promise<void> {
  const { db, partners } = stage
  const open = await openPurchase(stage, mode)
  if (open && randomInt(2) === 0) {
    const { reference, token: cardToken, acceptor, kobo } = open
    const message = { mode, reference, messageId: randomUUID() }
    // Sometimes more than authorised, as with a tip, or less.
    const amountKobo = String((kobo * BigInt(pickFrom([100, 100, 100, 100, 90, 110]) ?? 100)) / 100n)
    const sent =
      randomInt(8) === 0
        ? partners.sendSchemeMessage('reverse', message)
        : partners.sendSchemeMessage('clear', { ...message, cardToken, amountKobo, acceptor })
    // The authorisation may have expired or been cleared in the meantime.
    return await mayBeRefused([409], sent)
  }
  const card = await sql<{ token: string }>`
    select token from card where mode = ${mode} and status <> 'DELETED' order by random() limit 1`.execute(db)
  const [{ token: cardToken } = { token: undefined }] = card.rows
  if (cardToken === undefined) return
  await partners.sendSchemeMessage('authorise', {
    mode,
    messageId: randomUUID(),
    reference: randomUUID(),
    cardToken,
    amountKobo: String(BigInt(randomInt(5, 120)) * 10_000n),
    acceptor: pickFrom(acceptors) ?? '',
  })
}

/** Requests cards as a merchant that may issue them, for itself and for customers. */
export async function requestCards({ db, partners }: Stage, mode: Mode): Promise<void> {
  const issuers = await sql<{ id: string }>`
    select merchant.id from merchant
    join webhook_endpoint on webhook_endpoint.merchant_id = merchant.id
    join account on account.merchant_id = merchant.id and account.kind = 'MERCHANT'
    where merchant.mode = ${mode} and status = 'ACTIVE' and is_card_enabled
    order by random() limit 1`.execute(db)
  const [issuer] = issuers.rows
  if (!issuer) return
  const wallets = await db
    .selectFrom('account')
    .select(['wallet_id', 'account_name'])
    .where('merchant_id', '=', issuer.id)
    .where('kind', '=', 'WALLET')
    .limit(randomInt(1, 5))
    .execute()
  const holders = wallets.map((wallet) => ({
    walletId: wallet.wallet_id,
    name: wallet.account_name.slice(0, 26).trim(),
  }))
  await partners.ask(issuer.id, 'card-batches', {
    reference: newReference(new Date()),
    type: pickFrom(['PHYSICAL', 'VIRTUAL']) ?? 'VIRTUAL',
    holders: [{ walletId: null, name: someName().slice(0, 26) }, ...holders],
  })
}

interface Open {
  reference: string
  token: string
  acceptor: string
  kobo: bigint
}

async function openPurchase({ db }: Stage, mode: Mode): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    select purchase.reference, token, acceptor, authorised_kobo as kobo
    from card_purchase as purchase join card on card.id = card_id
    where purchase.mode = ${mode} and purchase.status = 'AUTHORISED'
    order by purchase.created_at limit 20`.execute(db)
  return pickFrom(rows)
}
