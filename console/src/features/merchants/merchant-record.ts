import { merchants } from '@kobo/contract/merchants'
import { IconBuildingStore } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'

const { info, list } = merchants

export const merchantRecord = defineRecord(info, (reply) => reply.merchant, {
  icon: IconBuildingStore,
  back: { text: 'Back to merchants', to: paths.merchants() },
  known: { calls: [list], rows: (reply) => reply.merchants },
})
