import type { GrantedPermission } from '@kobo/contract/kit/permission'
import { type PermissionArea, permissionAreas } from '@kobo/contract/kit/permission-areas'
import type { ReactNode } from 'react'
import tableClasses from '../../../ui/table.module.css'
import { actionsOf } from './role-draft.ts'
import classes from './roles.module.css'

interface RightsMatrixProps {
  /** Renders whether an area is seen. */
  renderSee: (permission: GrantedPermission, area: string) => ReactNode
  /** Renders an action, with its limit if it has one. */
  renderAction: (permission: GrantedPermission, label: string) => ReactNode
}

/** Table of all areas, with the right to see each and those to act in it. */
export function RightsMatrix({ renderSee, renderAction }: RightsMatrixProps) {
  return (
    <div className={tableClasses.region}>
      <table className={`${tableClasses.table} ${classes.matrix}`} aria-label="Rights by area">
        <thead>
          <tr>
            <th scope="col" className={classes.area}>
              Area
            </th>
            <th scope="col" className={classes.see}>
              See
            </th>
            <th scope="col">Act, up to</th>
          </tr>
        </thead>
        <tbody>
          {permissionAreas.map((area) => (
            <Row key={area.area} of={area} renderSee={renderSee} renderAction={renderAction} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ of: { area, see, act }, renderSee, renderAction }: RightsMatrixProps & { of: PermissionArea }) {
  return (
    <tr>
      <th scope="row">{area}</th>
      <td>{see && renderSee(see, area)}</td>
      <td>
        <ul className={classes.actions}>
          {actionsOf({ act }).map((permission) => (
            <li key={permission}>{renderAction(permission, act[permission] ?? permission)}</li>
          ))}
        </ul>
      </td>
    </tr>
  )
}
