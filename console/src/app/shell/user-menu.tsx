import { session } from '@kobo/contract/session'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { send } from '../../api/send.ts'
import { leaveSession } from '../../api/session-store.ts'
import { paths } from '../../paths.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { colourSchemes } from '../../ui/colour-schemes.ts'
import { toastNotice } from '../../ui/toast.ts'
import { confirmDiscard, discardUnsaved } from '../../ui/unsaved-input.ts'
import type { PanelProps } from '../../ui/use-opener.ts'
import { openKeys } from './palette-state.ts'

/** Menu of the signed-in operator. */
export function UserMenu({ id, at, onClose }: PanelProps) {
  const router = useRouter()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <Menu opened id={id} onClose={onClose} position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.5} />}
          onClick={() => void router.navigate({ href: paths.settings() })}
        >
          Profile
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.5} />} onClick={openKeys}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        <Menu.RadioGroup value={colorScheme}>
          {colourSchemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} onChange={() => setColorScheme(value)}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => void logOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Ends the session in this browser even if the server cannot be reached. */
async function logOut(): Promise<void> {
  if (!(await confirmDiscard())) return
  discardUnsaved()
  try {
    await send(session.logout, {})
  } catch {
    toastNotice('You are logged out here, but the server could not be reached')
  }
  leaveSession()
}
