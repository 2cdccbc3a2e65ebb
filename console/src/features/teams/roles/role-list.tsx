import { type Role, roles } from '@kobo/contract/roles'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { useMay } from '../../../api/use-may.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { SectionBar, Section } from '../../../ui/section.tsx'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import tableClasses from '../../../ui/table.module.css'
import { createdText } from './role-texts.ts'
import { newRole, rolePath } from './role-paths.ts'
import classes from './roles.module.css'

/** All roles, built-in ones first. */
export function RoleList() {
  const query = useApiQuery(roles.list, {})
  const router = useRouter()
  const may = useMay()
  return (
    <Section
      title="Roles"
      aside={
        may(roles.create) && (
          <Button
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            onClick={() => void router.navigate({ href: rolePath(newRole) })}
          >
            Create role
          </Button>
        )
      }
    >
      <QueryContent from={query} skeleton={<SectionBar />}>
        {(data) => <Table of={data.roles} />}
      </QueryContent>
    </Section>
  )
}

function Table({ of: all }: { of: readonly Role[] }) {
  return (
    <div className={tableClasses.region}>
      <table className={`${tableClasses.table} ${classes.list}`} aria-label="Roles">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={classes.about}>
              Description
            </th>
            <th scope="col" className={tableClasses.right}>
              Members
            </th>
            <th scope="col" className={classes.created}>
              Created
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((role) => (
            <tr key={role.id}>
              <td>
                <AccentLink to={rolePath(role.id)}>{role.name}</AccentLink>
              </td>
              <td title={role.about} className={classes.about}>
                {role.about}
              </td>
              <td className={tableClasses.right}>{formatCount(role.members)}</td>
              <td title={createdText(role)} className={classes.created}>
                {createdText(role)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
