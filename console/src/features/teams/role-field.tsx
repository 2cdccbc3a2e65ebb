import { type Role, roles } from '@kobo/contract/roles'
import { useApiQuery } from '../../api/use-api-query.ts'
import type { Field } from '../../forms/field.ts'
import { SelectField } from '../../forms/select-field.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'

interface RoleFieldProps<V extends object> extends Field<V> {
  /** Id of the chosen role. */
  chosen: string
}

/** Chooses one of the roles that the operator may assign, and describes it. */
export function RoleField<V extends object>({ form, name, chosen }: RoleFieldProps<V>) {
  const query = useApiQuery(roles.list, {})
  return (
    <QueryContent from={query} skeleton={<SkeletonBar width="100%" height="78px" />}>
      {({ roles: all }) => (
        <SelectField
          form={form}
          name={name}
          label="Role"
          placeholder="Choose a role"
          description={all.find(({ id }) => id === chosen)?.about}
          data={all.filter((role) => role.mayAssign).map(optionOf)}
        />
      )}
    </QueryContent>
  )
}

function optionOf({ id, name }: Role) {
  return { value: id, label: name }
}
