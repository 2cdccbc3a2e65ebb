import { cards } from '@kobo/contract/cards'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'

export const cardRecord = defineRecord(
  cards.details,
  (reply) => reply.card,
)({
  name: 'card',
  back: { text: 'Back to cards', to: paths.cards() },
  request: (cardId) => ({ cardId }),
  known: { calls: [cards.list], rows: (reply) => reply.cards },
})
