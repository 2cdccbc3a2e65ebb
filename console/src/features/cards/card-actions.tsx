import type { Card, CardDetails } from '@kobo/contract/cards'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MenuItem } from '../../list/define-list.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'

const BlockCard = lazyComponent(() => import('./card-dialogs.tsx'), 'BlockCard', { over: true })
const UnblockCard = lazyComponent(() => import('./card-dialogs.tsx'), 'UnblockCard', { over: true })
const DeleteCard = lazyComponent(() => import('./card-dialogs.tsx'), 'DeleteCard', { over: true })

/** Returns the menu of a card, depending on its status. */
export function cardMenu({ id, status }: Card): MenuItem<Card>[] {
  return [
    { text: 'View Details', to: paths.card(id) },
    ...(status === 'ACTIVE' ? [{ text: 'Block card', Dialog: BlockCard }] : []),
    ...(status === 'BLOCKED'
      ? [
          { text: 'Unblock card', Dialog: UnblockCard },
          { text: 'Delete card', Dialog: DeleteCard },
        ]
      : []),
  ]
}

/** Actions on a card's page, depending on its status. */
export function CardButtons({ card }: { card: CardDetails }) {
  const [action, setAction] = useState<'block' | 'unblock' | 'delete' | null>(null)
  const close = () => setAction(null)
  return (
    <>
      {card.status === 'ACTIVE' && (
        <Button
          variant="default"
          c="var(--kobo-red)"
          onClick={() => setAction('block')}
          {...preloadOnIntent(BlockCard.load)}
        >
          Block card
        </Button>
      )}
      {card.status === 'BLOCKED' && (
        <>
          <Button
            variant="default"
            c="var(--kobo-red)"
            disabled={Boolean(card.hindrance)}
            title={card.hindrance ?? undefined}
            onClick={() => setAction('delete')}
            {...preloadOnIntent(DeleteCard.load)}
          >
            Delete card
          </Button>
          <Button onClick={() => setAction('unblock')} {...preloadOnIntent(UnblockCard.load)}>
            Unblock card
          </Button>
        </>
      )}
      {action === 'block' && <BlockCard row={card} onClose={close} />}
      {action === 'unblock' && <UnblockCard row={card} onClose={close} />}
      {action === 'delete' && <DeleteCard row={card} onClose={close} />}
    </>
  )
}
