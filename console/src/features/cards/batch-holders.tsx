import type { CardBatchDetails } from '@kobo/contract/cards'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { emptyValue } from '../../ui/format-text.ts'
import classes from './cards.module.css'

/** Requested card holders of a batch, each linked to their card once issued. */
export function BatchHolders({ batch: { holders = [] } }: { batch: CardBatchDetails }) {
  if (holders.length === 0) return emptyValue
  return (
    <ul className={classes.holders}>
      {holders.map(({ holderName, wallet, cardId, maskedPan }, place) => (
        <li key={cardId ?? place} className={classes.holder}>
          {cardId ? <AccentLink to={paths.card(cardId)}>{holderName}</AccentLink> : holderName}
          <span className={classes.more}>
            {[wallet ? 'Wallet' : 'Own account', maskedPan].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
