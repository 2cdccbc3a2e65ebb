import { Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
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
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconCreditCard size={17} stroke={1.5} />}
        onClick={() => setIsOpen(true)}
        {...preloadOnIntent(SetUpCards.load)}
      >
        Set up cards
      </Button>
      {isOpen && <SetUpCards onClose={() => setIsOpen(false)} />}
    </>
  )
}
