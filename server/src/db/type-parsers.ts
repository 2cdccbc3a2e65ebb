import pg from 'pg'

const { builtins } = pg.types

/** Parses this pool's column values exactly, without any Date; other types are left to pg. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return (format === 'binary' ? undefined : parsers.get(oid)) ?? builtIn(oid, format)
  },
}

const builtIn: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown = pg.types.getTypeParser
const asIs = (text: string) => text

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.NUMERIC, asIs],
  [builtins.DATE, asIs],
  [builtins.TIMESTAMP, asIs],
  [builtins.TIMESTAMPTZ, timestamp],
])

/** `2026-01-02 03:04:05.678+00` → `2026-01-02T03:04:05.678Z`; microseconds are preserved if present. */
function timestamp(text: string): string {
  if (!text.endsWith('+00') || text.charAt(10) !== ' ') return elsewhere(text)
  const fraction = text.slice(20, -3)
  const digits = fraction.length > 3 ? fraction.padEnd(6, '0') : fraction.padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${digits}Z`
}

/** Handles sessions in another time zone: the whole seconds are shifted and the fraction is preserved. */
function elsewhere(text: string): string {
  const [, day, time, fraction = '', zone] =
    text.match(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::\d\d)?)$/) ?? []
  if (zone === undefined) return text
  const seconds = new Date(`${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`)
  return timestamp(`${seconds.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`)
}
