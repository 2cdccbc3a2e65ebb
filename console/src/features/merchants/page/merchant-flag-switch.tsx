import { contract } from '@kobo/contract'
import type { Merchant, MerchantFlag } from '@kobo/contract/merchants'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { FlagRow } from './flag-row.tsx'

interface FlagSwitchProps {
  merchant: Merchant
  flag: MerchantFlag
  label: string
  readAt: number
}

/** One flag. It shows the wish at once and the server's word as soon as that is newer than the wish. */
export function FlagSwitch({ merchant, flag, label, readAt }: FlagSwitchProps) {
  const configure = useWrite(contract.merchants.configure)
  const [wish, setWish] = useState<{ on: boolean; doneAt: number } | null>(null)
  const on = wish && readAt < wish.doneAt ? wish.on : merchant[flag]

  const change = async (wanted: boolean) => {
    // One at a time: two answers on their way for the same flag could arrive in the wrong order.
    if (configure.state === 'sending') return
    setWish({ on: wanted, doneAt: Number.POSITIVE_INFINITY })
    try {
      await configure.send({ merchantId: merchant.id, [flag]: wanted })
      setWish({ on: wanted, doneAt: Date.now() })
    } catch {
      setWish(null)
    }
  }

  return <FlagRow label={label} on={on} state={configure.state} onFlip={change} />
}
