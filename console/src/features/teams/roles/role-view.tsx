import type { Data } from '@kobo/contract/kit/call'
import { type Role, roles } from '@kobo/contract/roles'
import { Button } from '@mantine/core'
import { IconCopy, IconEye, IconPencil } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { previewRole } from '../../../api/role-preview.ts'
import { useMay } from '../../../api/use-may.ts'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { RecordButtons } from '../../../record/record-buttons.tsx'
import { DialogButton } from '../../../record/dialog-button.tsx'
import { Subject } from '../../../record/subject.tsx'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { Section } from '../../../ui/section.tsx'
import { RoleRights } from './role-rights.tsx'
import { rolePath, rolesPath } from './role-paths.ts'
import { createdText } from './role-texts.ts'
import classes from './roles.module.css'

type Info = Data<typeof roles.info>

const fields: FieldOf<Info>[] = [
  ['Description', ({ role }) => orEmpty(role.about), 'row'],
  ['Created', ({ role }) => createdText(role)],
  ['Members', ({ members }) => orEmpty(members.map((each) => `${each.firstName} ${each.lastName}`).join(', ')), 'row'],
]

/** A role with its rights, which can be copied and, unless it is built-in, changed and retired. */
export function RoleView(info: Info) {
  const { role } = info
  return (
    <>
      <AccentLink to={rolesPath}>All roles</AccentLink>
      <Section title={role.name} aside={<RoleButtons role={role} />}>
        <Fields of={info} fields={fields} />
      </Section>
      <Section title="Rights">
        <RoleRights rights={role.rights} />
      </Section>
    </>
  )
}

function RoleButtons({ role }: { role: Role }) {
  const router = useRouter()
  const may = useMay()
  const open = (form: 'edit' | 'copy') => void router.navigate({ href: rolePath(role.id, form) })
  const beyond = role.mayAssign ? undefined : 'It has rights beyond your own'
  return (
    <div className={classes.buttons}>
      <RecordButtons of={{ type: 'role', id: role.id }} />
      <DialogButton
        call={roles.retire}
        variant="default"
        size="xs"
        c="var(--kobo-red)"
        isOffered={!role.isBuiltIn}
        blocker={beyond ?? usedText(role)}
        renderDialog={(onClose) => (
          <ActionDialog
            call={roles.retire}
            request={(reason) => ({ roleId: role.id, reason })}
            title="Retire role"
            subject={<Subject prompt="Nobody can be given this role any more." name={role.name} modes="both" />}
            action={{ text: 'Retire role', busyText: 'Retiring...', tone: 'decline' }}
            reason={roles.retire.body.shape.reason}
            blocker={usedText(role)}
            onDone={() => void router.navigate({ href: rolesPath })}
            onClose={onClose}
          />
        )}
      >
        Retire
      </DialogButton>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={14} stroke={1.5} />}
        onClick={() => previewRole(role)}
      >
        See as this role
      </Button>
      {may(roles.create) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.5} />}
          onClick={() => open('copy')}
        >
          Copy
        </Button>
      )}
      {may(roles.update) && !role.isBuiltIn && (
        <Button
          size="xs"
          leftSection={<IconPencil size={14} stroke={1.5} />}
          disabled={!!beyond}
          title={beyond}
          onClick={() => open('edit')}
        >
          Edit
        </Button>
      )}
    </div>
  )
}

/** Returns why a role cannot be retired: who has it. */
function usedText({ members, invites }: Role): string | null {
  if (members > 0) return members === 1 ? '1 active member has this role' : `${members} active members have this role`
  if (invites > 0) return invites === 1 ? '1 pending invite has this role' : `${invites} pending invites have this role`
  return null
}
