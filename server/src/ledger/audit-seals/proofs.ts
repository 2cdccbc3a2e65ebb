import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Proof, Seal } from '../../seal.ts'
import { StartupError } from '../../startup-error.ts'
import { type AuditSeal, sealFields, sealHash } from './audit-seal.ts'

const atOnce = 5_000

/** What SECRET proves of a seal. */
export function proofOf(audited: AuditSeal, seal: Seal): Proof {
  return seal.prove(sealHash(audited))
}

/** Whether a holder of the secret made a seal exactly as it is. */
export async function isProven(db: Database, audited: AuditSeal, seal: Seal): Promise<boolean> {
  const { key, proof } = proofOf(audited, seal)
  const stored = await db
    .selectFrom('audit_proof')
    .select('proof')
    .where('seal_no', '=', audited.no)
    .where('key', '=', key)
    .executeTakeFirst()
  return stored?.proof.toString('hex') === proof
}

/** Returns the numbers of the seals that no holder of the secret has made as they are: up to five, and how many there are. */
export async function unprovenSeals(db: Database, seal: Seal): Promise<{ count: number; ids: string[] }> {
  const unproven = { count: 0, ids: [] as string[] }
  for await (const { audited, proofs } of seals(db, [seal])) {
    if (proofs.get(proofOf(audited, seal).key) === proofOf(audited, seal).proof) continue
    unproven.count++
    if (unproven.ids.length < 5) unproven.ids.push(String(audited.no))
  }
  return unproven
}

/**
 * Adds proofs by a new secret to all seals that the previous one proves; a seal that it does not prove gets none, so that the
 * check goes on naming it. Throws if neither secret has proven any seal.
 */
export async function renewProofs(db: Database, seal: Seal, before: Seal | null): Promise<void> {
  if (!(await hasProofs(db, before === null ? [seal] : [seal, before]))) {
    throw new StartupError(
      'The audit was sealed with another SECRET: start with that one, or set it as PREVIOUS_SECRET.',
    )
  }
  if (before === null) return
  const added: { seal_no: number; key: string; proof: Buffer }[] = []
  const store = async () => {
    const values = added.splice(0)
    if (values.length === 0) return
    await db
      .insertInto('audit_proof')
      .values(values)
      .onConflict((other) => other.doNothing())
      .execute()
  }
  for await (const { audited, proofs } of seals(db, [seal, before])) {
    const [next, last] = [proofOf(audited, seal), proofOf(audited, before)]
    if (proofs.has(next.key) || proofs.get(last.key) !== last.proof) continue
    added.push({ seal_no: audited.no, key: next.key, proof: Buffer.from(next.proof, 'hex') })
    if (added.length === atOnce) await store()
  }
  await store()
}

/** Whether one of these secrets has proven a seal, or there is none. */
async function hasProofs(db: Database, by: readonly Seal[]): Promise<boolean> {
  const keys = by.map((seal) => seal.prove('').key)
  const { rows } = await sql<{ has: boolean }>`
    select not exists (select from audit_proof) or exists (select from audit_proof where key = any(${keys})) as has`.execute(
    db,
  )
  return rows[0]?.has ?? true
}

/** All seals in order, with the proofs by these secrets, by the names of their keys. */
async function* seals(db: Database, by: readonly Seal[]) {
  const keys = by.map((seal) => seal.prove('').key)
  for (let after = 0; ; ) {
    const { rows } = await sql<AuditSeal & { proofs: Record<string, string> | null }>`
      select ${sealFields}, (
        select json_object_agg(key, encode(proof, 'hex')) from audit_proof where seal_no = no and key = any(${keys})
      ) as proofs
      from audit_seal where no > ${after} order by no limit ${atOnce}`.execute(db)
    for (const { proofs, ...audited } of rows) yield { audited, proofs: new Map(Object.entries(proofs ?? {})) }
    const last = rows.at(-1)
    if (!last) return
    after = last.no
  }
}
