import { everything } from '@kobo/contract/kit/page'
import { team } from '@kobo/contract/team'
import type { PickerBinding } from '../../forms/picker.tsx'
import { SearchPicker } from '../../forms/search-picker.tsx'

/** Picks a current or former colleague by name. */
export function MemberPicker(binding: PickerBinding) {
  return (
    <SearchPicker
      label="Team member"
      placeholder="Search by name"
      call={team.members}
      request={(name) => ({ page: 1, size: everything, ...(name && { name }) })}
      found={(reply) => reply.members.map((row) => ({ id: row.id, name: `${row.firstName} ${row.lastName}` }))}
      {...binding}
    />
  )
}
