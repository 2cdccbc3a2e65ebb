import { type Charges, charges as chargeCalls } from '@kobo/contract/charges'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { missingPermission, requestOf } from '../../../api/api-error.ts'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { NoAccess } from '../../../list/lazy-no-access.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { DialogButton } from '../../../record/dialog-button.tsx'
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
  const charges = fetched.data?.charges
  const missing = missingPermission(fetched.error)
  if (missing) return <NoAccess permission={missing} />
  if (fetched.isError && !charges) {
    return (
      <StateView
        icon={<IconAlertTriangle size={22} />}
        text="Error Fetching Record"
        detail={requestOf(fetched.error)}
        action={{ text: 'Refetch Record', onClick: () => void fetched.refetch() }}
        tone="failure"
      />
    )
  }
  return (
    <div className={classes.charges} aria-busy={!charges}>
      <div className={classes.cards}>
        {chargeCards.map((card) => (
          <Card key={card.name} card={card} merchantId={merchantId} charges={charges} />
        ))}
      </div>
      {charges && <ChargeHistory merchantId={merchantId} charges={charges} />}
    </div>
  )
}

interface CardProps {
  card: ChargeCard
  merchantId: string
  /** Missing while loading. */
  charges: Charges | undefined
}

function Card({ card, merchantId, charges }: CardProps) {
  const values = charges && card.read(charges)
  const fields = values ? fieldsShown(card, values) : card.fields
  return (
    <Section
      title={card.title}
      aside={
        <DialogButton
          call={chargeCalls.update}
          variant="default"
          size="xs"
          icon={IconPencil}
          aria-label={`Edit ${card.title}`}
          disabled={!values}
          load={ChargeDialog.load}
          renderDialog={(onClose) =>
            values && (
              <ChargeDialog
                merchantId={merchantId}
                card={card}
                group={charges[card.name]}
                start={values}
                onClose={onClose}
              />
            )
          }
        >
          Edit
        </DialogButton>
      }
    >
      <Fields
        of={values}
        fields={fields.map<FieldOf<ChargeValues>>((field) => [field.label, (current) => chargeText(field, current)])}
      />
    </Section>
  )
}
