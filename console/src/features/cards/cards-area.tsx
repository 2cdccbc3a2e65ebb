import { cards } from '@kobo/contract/cards'
import { IconCreditCard } from '@tabler/icons-react'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { batchList } from './batch-list.tsx'
import { cardList } from './card-list.tsx'
import { cardTransactionList } from './card-transaction-list.tsx'

const SetUpCards = lazyComponent(() => import('./set-up-cards.tsx'), 'SetUpCards', { over: true })

export const tabs: ListTabs = [
  listTab('cards', cardList),
  listTab('batches', batchList),
  listTab('transactions', cardTransactionList),
]

/** Button beside the title. */
export function Actions() {
  return (
    <DialogButton
      call={cards.setUp}
      icon={IconCreditCard}
      load={SetUpCards.load}
      renderDialog={(onClose) => <SetUpCards onClose={onClose} />}
    >
      Set up cards
    </DialogButton>
  )
}
