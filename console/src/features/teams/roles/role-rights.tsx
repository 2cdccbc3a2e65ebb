import type { GrantedPermission } from '@kobo/contract/kit/permission'
import type { Right } from '@kobo/contract/kit/role'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { RightsMatrix } from './rights-matrix.tsx'
import { hasLimit, limitText } from './role-draft.ts'
import classes from './roles.module.css'

/** Rights of a role, read only. */
export function RoleRights({ rights }: { rights: readonly Right[] }) {
  const find = (permission: GrantedPermission) => rights.find((right) => right.permission === permission)
  return (
    <RightsMatrix
      renderSee={(permission) => <Mark isGranted={find(permission) !== undefined} />}
      renderAction={(permission, label) => {
        const right = find(permission)
        return (
          <span className={classes.action} data-granted={right !== undefined}>
            <Mark isGranted={right !== undefined} />
            <span>
              {label}
              {right && hasLimit(permission) && `, ${limitText(right)}`}
            </span>
          </span>
        )
      }}
    />
  )
}

function Mark({ isGranted }: { isGranted: boolean }) {
  const Icon = isGranted ? IconCheck : IconMinus
  return (
    <>
      <Icon size={16} stroke={1.8} aria-hidden className={isGranted ? classes.granted : classes.missing} />
      <VisuallyHidden>{isGranted ? 'Yes' : 'No'}</VisuallyHidden>
    </>
  )
}
