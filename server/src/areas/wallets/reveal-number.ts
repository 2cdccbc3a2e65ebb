import type { wallets } from '@kobo/contract/wallets'
import type { Handler } from '../../http/handler.ts'
import { numberOf, openStored } from '../../http/display.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/** Returns one personal number in clear and audits who requested it and why, in one transaction. */
export const revealNumber: Handler<typeof wallets.reveal> = async ({ walletId, field, reason }, context) => {
  const wallet = await requireInMode(context, 'wallet', walletId)
  await context.audit({
    action: 'wallet.reveal',
    recordType: 'wallet',
    recordId: wallet.id,
    merchantId: wallet.merchant_id,
    after: { field },
    reason,
  })
  const value = openStored(context.seal, ...numberOf('wallet', field, wallet))
  const [number, holder] = [field.toUpperCase(), wallet.account_name]
  const message = value === null ? `${holder} has not provided a ${number}` : `The ${number} of ${holder} is shown`
  return { message, data: { value }, secret: true }
}
