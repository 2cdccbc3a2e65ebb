import type { GrantedPermission } from '@kobo/contract/kit/permission'
import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useSession } from '../../../api/session.tsx'
import { bind } from '../../../forms/field.ts'
import { NumberBox } from '../../../ui/number-box.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import { hasLimit, isHeld, type RoleValues, toggle } from './role-draft.ts'
import classes from './roles.module.css'

interface RightsFieldsProps {
  form: UseFormReturnType<RoleValues>
}

/** Rights of a role as checkboxes and limits. Rights that the operator does not hold are disabled with the reason. */
export function RightsFields({ form }: RightsFieldsProps) {
  const session = useSession()
  const own = session.state === 'signed-in' ? session.user.rights : undefined
  const { rights } = form.values
  const indexOf = (permission: GrantedPermission) => rights.findIndex((right) => right.permission === permission)
  const boxOf = (permission: GrantedPermission) => ({
    checked: indexOf(permission) !== -1,
    disabled: !isHeld(own, permission),
    description: isHeld(own, permission) ? undefined : 'Beyond your own rights',
    onChange: () => form.setFieldValue('rights', toggle(rights, permission, own)),
  })
  return (
    <div className={classes.fields}>
      <RightsMatrix
        renderSee={(permission, area) => <Checkbox aria-label={`See ${area}`} {...boxOf(permission)} />}
        renderAction={(permission, label) => (
          <div className={classes.choice}>
            <Checkbox label={label} {...boxOf(permission)} />
            {hasLimit(permission) && indexOf(permission) !== -1 && (
              <NumberBox
                {...bind<number | ''>(form, `rights.${indexOf(permission)}.maxAmount`)}
                prefix="₦"
                aria-label={`Limit of: ${label}`}
                placeholder="No limit"
                size="xs"
                className={classes.limit}
              />
            )}
          </div>
        )}
      />
      {form.errors['rights'] && (
        <p role="alert" className={classes.error}>
          {form.errors['rights']}
        </p>
      )}
    </div>
  )
}
