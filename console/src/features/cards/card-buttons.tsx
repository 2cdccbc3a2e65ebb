import type { CardDetails } from '@kobo/contract/cards'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { preloadOnIntent } from '../../ui/preload.ts'
import { BlockCard, DeleteCard, UnblockCard } from './card-menu.ts'

/** Actions on a card's page, depending on its status. */
export function CardButtons({ card }: { card: CardDetails }) {
  const [asked, setAsked] = useState<'block' | 'unblock' | 'delete' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {card.status === 'ACTIVE' && (
        <Button
          variant="default"
          c="var(--kobo-red)"
          onClick={() => setAsked('block')}
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
            onClick={() => setAsked('delete')}
            {...preloadOnIntent(DeleteCard.load)}
          >
            Delete card
          </Button>
          <Button onClick={() => setAsked('unblock')} {...preloadOnIntent(UnblockCard.load)}>
            Unblock card
          </Button>
        </>
      )}
      {asked === 'block' && <BlockCard row={card} onClose={close} />}
      {asked === 'unblock' && <UnblockCard row={card} onClose={close} />}
      {asked === 'delete' && <DeleteCard row={card} onClose={close} />}
    </>
  )
}
