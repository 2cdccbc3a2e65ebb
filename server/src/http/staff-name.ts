export interface Named {
  first_name: string | null
  last_name: string | null
}

export function staffName({ first_name, last_name }: Named): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || 'Somebody'
}
