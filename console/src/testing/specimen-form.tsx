import { call } from '@kobo/contract/kit/call'
import { id } from '@kobo/contract/kit/id'
import { paragraph, text } from '@kobo/contract/kit/text'
import { useState } from 'react'
import { z } from 'zod'
import { DateField } from '../forms/date-field.tsx'
import { images } from '../forms/file-limits.ts'
import { FilesField } from '../forms/files-field.tsx'
import { FormDialog, FormPanel } from '../forms/form-window.tsx'
import { PercentField } from '../forms/number-field.tsx'
import { Picker, usePicker } from '../forms/picker.tsx'
import { PickerField } from '../forms/picker-field.tsx'
import { SwitchField } from '../forms/switch-field.tsx'
import { TextareaField } from '../forms/textarea-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'

const parcel = { method: 'POST', permission: 'merchants.write', effect: 'write', reply: z.object({}) } as const

/** Call for tests with every kind of field. */
export const orderParcel = call({
  ...parcel,
  path: '/parcels',
  summary: 'A parcel, for tests',
  body: z.strictObject({
    merchantId: id('merchant').min(1, 'Merchant is required'),
    note: paragraph(200).min(1, 'Note is required'),
    sentOn: z.iso.date('Day is required'),
    isFragile: z.boolean(),
    fee: z.strictObject({ percentage: z.number('Percentage is required').max(100, 'Must not be above 100') }),
  }),
})

/** Call for tests that takes files. */
export const sendImages = call({
  ...parcel,
  path: '/pictures',
  summary: 'Pictures, for tests',
  body: z.strictObject({ subject: text(50).min(1, 'Subject is required'), to: text(50).optional() }),
  files: { pictures: { max: 3, maxBytes: 10_000_000, required: 'Picture is required' } },
})

const merchants = [
  { id: 'm1', name: 'Ade & Co' },
  { id: 'm2', name: 'Bola Stores' },
]

interface ParcelValues {
  merchantId: string
  note: string
  sentOn: string
  isFragile: boolean
  fee: { percentage: number | '' }
}

const nothingYet: ParcelValues = {
  merchantId: '',
  note: '',
  sentOn: '',
  isFragile: false,
  fee: { percentage: '' },
}

/** Form for tests in a dialog, with every kind of field. */
export function ParcelDialog({ onClose }: { onClose: () => void }) {
  const picker = usePicker(null)
  const ordered = useContractForm(orderParcel, {
    start: nothingYet,
    request: (values) => values as z.input<typeof orderParcel.body>,
    onDone: onClose,
  })
  const { form } = ordered
  return (
    <FormDialog title="Order parcel" of={ordered} action={{ text: 'Order', busyText: 'Ordering...' }} onClose={onClose}>
      <PickerField form={form} name="merchantId">
        {(binding) => (
          <Picker
            {...binding}
            picker={picker}
            label="Merchant"
            placeholder="Choose a merchant"
            nothingFound="No merchant"
            found={merchants}
            hasFailed={false}
          />
        )}
      </PickerField>
      <TextareaField form={form} name="note" label="Note" />
      <DateField form={form} name="sentOn" label="Sent on" max="2026-11-20" />
      <PercentField form={form} name="fee.percentage" label="Fee" />
      <SwitchField form={form} name="isFragile" label="Fragile" />
    </FormDialog>
  )
}

/** Form for tests in a panel, which sends files. Without a label, the field has the default one. */
export function ImagesButton({ label = 'Pictures' }: { label?: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Send pictures
      </button>
      {opened && <ImagesPanel label={label} onClose={() => setOpened(false)} />}
    </>
  )
}

function ImagesPanel({ label, onClose }: { label: string; onClose: () => void }) {
  const sent = useContractForm(sendImages, {
    start: { subject: '', pictures: Array<File>() },
    request: (values) => values,
    onDone: onClose,
  })
  return (
    <FormPanel title="Send pictures" of={sent} action={{ text: 'Send', busyText: 'Sending...' }} onClose={onClose}>
      <TextField form={sent.form} name="subject" label="Subject" />
      <FilesField
        form={sent.form}
        name="pictures"
        {...(label !== '' && { label })}
        limits={sendImages.files.pictures}
        kinds={images}
      />
    </FormPanel>
  )
}
