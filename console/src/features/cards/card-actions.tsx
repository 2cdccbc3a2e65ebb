import { type Card, type CardDetails, cards } from '@kobo/contract/cards'
import type { MenuItem } from '../../list/define-list.ts'
import { paths } from '../../paths.ts'
import { DialogButton } from '../../record/dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const BlockCard = lazyComponent(() => import('./card-dialogs.tsx'), 'BlockCard', { over: true })
const UnblockCard = lazyComponent(() => import('./card-dialogs.tsx'), 'UnblockCard', { over: true })
const DeleteCard = lazyComponent(() => import('./card-dialogs.tsx'), 'DeleteCard', { over: true })

/** Returns the menu of a card, depending on its status. */
export function cardMenu({ id, status }: Card): MenuItem<Card>[] {
  return [
    { text: 'View Details', to: paths.card(id) },
    ...(status === 'ACTIVE' ? [{ text: 'Block card', call: cards.block, Dialog: BlockCard }] : []),
    ...(status === 'BLOCKED'
      ? [
          { text: 'Unblock card', call: cards.unblock, Dialog: UnblockCard },
          { text: 'Delete card', call: cards.remove, Dialog: DeleteCard },
        ]
      : []),
  ]
}

/** Actions on a card's page, depending on its status. */
export function CardButtons({ card }: { card: CardDetails }) {
  const isBlocked = card.status === 'BLOCKED'
  return (
    <>
      <DialogButton
        call={cards.block}
        variant="default"
        c="var(--kobo-red)"
        isOffered={card.status === 'ACTIVE'}
        load={BlockCard.load}
        renderDialog={(onClose) => <BlockCard row={card} onClose={onClose} />}
      >
        Block card
      </DialogButton>
      <DialogButton
        call={cards.remove}
        variant="default"
        c="var(--kobo-red)"
        isOffered={isBlocked}
        blocker={card.hindrance}
        load={DeleteCard.load}
        renderDialog={(onClose) => <DeleteCard row={card} onClose={onClose} />}
      >
        Delete card
      </DialogButton>
      <DialogButton
        call={cards.unblock}
        isOffered={isBlocked}
        load={UnblockCard.load}
        renderDialog={(onClose) => <UnblockCard row={card} onClose={onClose} />}
      >
        Unblock card
      </DialogButton>
    </>
  )
}
