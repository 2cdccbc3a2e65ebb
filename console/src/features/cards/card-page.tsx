import { type CardDetails, cards } from '@kobo/contract/cards'
import { List } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { DateTime } from '../../ui/dates.tsx'
import { CardButtons } from './card-actions.tsx'
import { cardName, cardStatus, typeName } from './card-labels.ts'
import { oneCardsTransactionList } from './card-transaction-list.tsx'

const cardRecord = defineRecord(cards.details, (reply) => reply.card, {
  back: { text: 'Back to cards', to: paths.cards() },
  known: { calls: [cards.list], rows: (reply) => reply.cards },
})

/** Page of one card: holder, status, actions and transactions. */
export function CardPage({ cardId }: { cardId: string }) {
  return (
    <Record of={cardRecord} from={cardRecord.useFound(cardId)}>
      <FilledPage>
        <Header cardId={cardId} />
        <List of={oneCardsTransactionList} with={{ cardId }} />
      </FilledPage>
    </Record>
  )
}

function Header({ cardId }: { cardId: string }) {
  const { record, known, state } = useRecord(cardRecord)
  const card = record ?? known
  const name = card && cardName(card)
  return (
    <RecordHeader
      history={{ type: 'card', id: cardId }}
      above={[{ label: 'Cards', to: paths.cards() }]}
      here={name}
      title={<RecordTitle>{name ?? (state === 'loading' ? undefined : cardId)}</RecordTitle>}
      tags={card && <StatusTag of={card.status} map={cardStatus} />}
      facts={record ? <Facts card={record} /> : state === 'loading' && <SkeletonBar width="420px" />}
      actions={record && <CardButtons card={record} />}
    >
      {record && <Standing card={record} />}
    </RecordHeader>
  )
}

function Facts({ card }: { card: CardDetails }) {
  const { type, expiry, isExpired, merchant, wallet, batchId, batchReference } = card
  return (
    <>
      <span>{typeName(type)}</span>
      {expiry && <span>{`${isExpired ? 'Expired' : 'Expires'} ${expiry}`}</span>}
      <MerchantLink merchant={merchant} />
      {wallet ? (
        <span>
          Draws on the wallet{' '}
          <AccentLink to={paths.wallet(wallet.id)}>{wallet.accountName ?? 'of a customer'}</AccentLink>
        </span>
      ) : (
        <span>Draws on the merchant's own account</span>
      )}
      {batchId && (
        <AccentLink to={paths.cards({ status: 'batches', batchId })}>
          {`Batch ${batchReference ?? ''}`.trim()}
        </AccentLink>
      )}
    </>
  )
}

/** Open authorisations, and when and why the card was blocked or deleted. */
function Standing({ card }: { card: CardDetails }) {
  const { held, openAuthorisations: open, blockedReason, blockedAt, deletedAt } = card
  return (
    <>
      {Boolean(open) && (
        <div>{`${formatNaira(held)} held by ${open} ${open === 1 ? 'authorisation' : 'authorisations'}`}</div>
      )}
      {blockedAt && (
        <div>
          Blocked <DateTime at={blockedAt} />
          {blockedReason && `: ${blockedReason}`}
        </div>
      )}
      {deletedAt && (
        <div>
          Deleted <DateTime at={deletedAt} />
        </div>
      )}
    </>
  )
}
