import { Drawer } from '@mantine/core'
import { Brand, SideNav } from './side-nav.tsx'

interface NavDrawerProps {
  pathname: string
  opened: boolean
  onClose: () => void
}

/** Side navigation of narrow windows. */
export function NavDrawer({ pathname, opened, onClose }: NavDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} size={232} withCloseButton={false} padding={0} aria-label="Navigation">
      <Brand folded={false} />
      <SideNav pathname={pathname} folded={false} />
    </Drawer>
  )
}
