import { type Role, roles } from '@kobo/contract/roles'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { SectionsSkeleton } from '../../../record/record-page.tsx'
import { useSearchParams } from '../../../ui/use-search-params.ts'
import { CreateRole } from './create-role.tsx'
import { EditRole } from './edit-role.tsx'
import { RoleList } from './role-list.tsx'
import { newRole } from './role-paths.ts'
import { RoleView } from './role-view.tsx'
import classes from './roles.module.css'

/** Roles of the team: their list, one of them, or the form of one, as the search params say. */
export function RolesTab() {
  const { role, form } = useSearchParams().search
  return (
    <div className={classes.tab}>
      {role === undefined ? (
        <RoleList />
      ) : role === newRole ? (
        <CreateRole key="new" />
      ) : (
        <OneRole key={`${role} ${form}`} roleId={role} form={form} />
      )}
    </div>
  )
}

function OneRole({ roleId, form }: { roleId: Role['id']; form: string | undefined }) {
  const query = useApiQuery(roles.info, { roleId })
  return (
    <QueryContent from={query} skeleton={<SectionsSkeleton />}>
      {(info) => {
        if (form === 'edit' && !info.role.isBuiltIn) return <EditRole {...info} />
        return form === 'copy' ? <CreateRole copied={info.role} /> : <RoleView {...info} />
      }}
    </QueryContent>
  )
}
