import { type Charges, charges as chargeCalls } from '@kobo/contract/charges'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { preloadOnIntent } from '../../../ui/preload.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Section } from '../../../ui/section.tsx'
import { StateView } from '../../../ui/state-view.tsx'
import { ChargeHistory } from './charge-history.tsx'
import { type ChargeCard, type ChargeValues, chargeCards } from './charge-cards.ts'
import { chargeText, fieldsShown } from './charge-values.ts'
import classes from './merchant-charges.module.css'

const ChargeDialog = lazyComponent(() => import('./charge-dialog.tsx'), 'ChargeDialog', { over: true })

/** A merchant's charges, one card per charge group, with the forms to change them. */
export function MerchantCharges({ merchantId }: { merchantId: string }) {
  const fetched = useApiQuery(chargeCalls.get, { merchantId })
  const [edited, setEdited] = useState<ChargeCard | null>(null)
  const charges = fetched.data?.charges
  if (fetched.isError && !charges) {
    return (
      <StateView
        icon={<IconAlertTriangle size={22} />}
        text="Error Fetching Record"
        action={{ text: 'Refetch Record', onClick: () => void fetched.refetch() }}
        tone="failure"
      />
    )
  }
  return (
    <div className={classes.charges} aria-busy={!charges}>
      <div className={classes.cards}>
        {chargeCards.map((card) => (
          <Card key={card.name} card={card} charges={charges} onEdit={() => setEdited(card)} />
        ))}
      </div>
      {charges && <ChargeHistory merchantId={merchantId} charges={charges} />}
      {edited && charges && (
        <ChargeDialog
          merchantId={merchantId}
          card={edited}
          start={edited.read(charges)}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

interface CardProps {
  card: ChargeCard
  /** Missing while loading. */
  charges: Charges | undefined
  onEdit: () => void
}

function Card({ card, charges, onEdit }: CardProps) {
  const values = charges && card.read(charges)
  const fields = values ? fieldsShown(card, values) : card.fields
  return (
    <Section
      title={card.title}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} stroke={1.75} />}
          aria-label={`Edit ${card.title}`}
          disabled={!values}
          onClick={onEdit}
          {...preloadOnIntent(ChargeDialog.load)}
        >
          Edit
        </Button>
      }
    >
      <Fields
        of={values}
        fields={fields.map<FieldOf<ChargeValues>>((field) => [field.label, (current) => chargeText(field, current)])}
      />
    </Section>
  )
}
