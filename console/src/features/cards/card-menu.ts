import type { Card } from '@kobo/contract/cards'
import type { MenuItem } from '../../list/define-list.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

export const BlockCard = lazyComponent(() => import('./card-dialogs.tsx'), 'BlockCard', { over: true })
export const UnblockCard = lazyComponent(() => import('./card-dialogs.tsx'), 'UnblockCard', { over: true })
export const DeleteCard = lazyComponent(() => import('./card-dialogs.tsx'), 'DeleteCard', { over: true })

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
