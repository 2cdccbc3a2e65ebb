import type { AuditChange } from '@kobo/contract/audit'
import classes from './change-table.module.css'

/** Fields with their values before and after. */
export function ChangeTable({ of: changes }: { of: readonly AuditChange[] }) {
  const hadValues = changes.some(({ from }) => from != null)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hadValues && <th scope="col">Before</th>}
          <th scope="col">{hadValues ? 'After' : 'Value'}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {hadValues && <td className={classes.before}>{from ?? 'None'}</td>}
            <td>{to ?? 'None'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
