import { VisuallyHidden } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useModeName } from '../../../record/mode-name.ts'
import { paths } from '../../../paths.ts'
import { StateView } from '../../../ui/state-view.tsx'

/** Says that no such merchant is there; it may well be one of the other mode. */
export function MerchantMissing() {
  const modeName = useModeName()
  const navigate = useNavigate()
  return (
    <>
      <VisuallyHidden component="h1">Merchant</VisuallyHidden>
      <StateView
        icon={<IconBuildingStore size={22} />}
        text={`This merchant does not exist in ${modeName}`}
        action={{ text: 'Back to merchants', onClick: () => void navigate({ to: paths.merchants() }) }}
      />
    </>
  )
}
