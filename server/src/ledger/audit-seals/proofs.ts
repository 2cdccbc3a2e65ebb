import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { Proof, Seal } from '../../seal.ts'
import { type AuditSeal, sealFields, sealHash } from './audit-seal.ts'

const atOnce = 2_000

/** What SECRET proves of a seal. */
function proofOf(audited: AuditSeal, seal: Seal): Proof {
  return seal.prove(sealHash(audited))
}

/** Whether the proofs of a seal, by the names of their keys, contain one of a holder of a secret. */
export function matchesProof(audited: AuditSeal, proofs: ReadonlyMap<string, string>, seal: Seal): boolean {
  return seal.proofs(sealHash(audited)).some(({ key, proof }) => proofs.get(key) === proof)
}

/** Whether a holder of a secret made a seal exactly as it is. */
export async function isProven(db: Database, audited: AuditSeal, seal: Seal): Promise<boolean> {
  const stored = await db
    .selectFrom('audit_proof')
    .select(['key', 'proof'])
    .where('seal_no', '=', audited.no)
    .where('key', 'in', seal.keys)
    .execute()
  return matchesProof(audited, new Map(stored.map(({ key, proof }) => [key, proof.toString('hex')])), seal)
}

/** Returns the numbers of the seals that no holder of a secret has made as they are: up to five, and how many there are. */
export async function unprovenSeals(db: Database, seal: Seal): Promise<{ count: number; ids: string[] }> {
  const unproven = { count: 0, ids: [] as string[] }
  for (let after = 0; ; ) {
    const rows = await readSeals(db, seal, after)
    for (const { audited, proofs } of rows) {
      if (matchesProof(audited, proofs, seal)) continue
      unproven.count++
      if (unproven.ids.length < 5) unproven.ids.push(String(audited.no))
    }
    const last = rows.at(-1)
    if (!last) return unproven
    after = last.audited.no
  }
}

/**
 * Adds proofs by the sealing secret to the next seals that the previous one proves, after those up to which earlier calls did; a
 * seal that it does not prove gets none, so that the check goes on naming it. Returns the number of seals read.
 */
export async function renewProofs(db: Transaction, seal: Seal, previousKey: string): Promise<number> {
  const reached = await db
    .selectFrom('sealing_key')
    .select('proofs_until')
    .where('name', '=', previousKey)
    .forUpdate()
    .executeTakeFirst()
  // Another server has started without that secret since: nothing was left.
  if (!reached) return 0
  const rows = await readSeals(db, seal, reached.proofs_until)
  const values = rows.flatMap(({ audited, proofs }) => {
    const { key, proof } = proofOf(audited, seal)
    const isOurs = proofs.has(key) || !matchesProof(audited, proofs, seal)
    return isOurs ? [] : [{ seal_no: audited.no, key, proof: Buffer.from(proof, 'hex') }]
  })
  if (values.length > 0) {
    await db
      .insertInto('audit_proof')
      .values(values)
      .onConflict((other) => other.doNothing())
      .execute()
  }
  const last = rows.at(-1)
  if (last) {
    await db.updateTable('sealing_key').set({ proofs_until: last.audited.no }).where('name', '=', previousKey).execute()
  }
  return rows.length
}

/** Number of seals that only this key may prove: those that were not renewed since. */
export async function provenOnlyBy(
  db: Database,
  { name, by }: { name: string; by: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_proof as proof
    where key = ${name} and seal_no > (select proofs_until from sealing_key where name = ${name})
      and not exists (select from audit_proof where seal_no = proof.seal_no and key = any(${by}))`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether one of the secrets has proven a seal, or there is none. */
export async function hasProofs(db: Database, seal: Seal): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select not exists (select from audit_proof) or exists (select from audit_proof where key = any(${seal.keys})) as has`.execute(
    db,
  )
  return rows[0]?.has ?? true
}

/** The next seals in order, with the proofs by these secrets, by the names of their keys. */
async function readSeals(db: Database, seal: Seal, after: number) {
  const { rows } = await sql<AuditSeal & { proofs: Record<string, string> | null }>`
    select ${sealFields}, (
      select json_object_agg(key, encode(proof, 'hex')) from audit_proof where seal_no = no and key = any(${seal.keys})
    ) as proofs
    from audit_seal where no > ${after} order by no limit ${atOnce}`.execute(db)
  return rows.map(({ proofs, ...audited }) => ({ audited, proofs: new Map(Object.entries(proofs ?? {})) }))
}
