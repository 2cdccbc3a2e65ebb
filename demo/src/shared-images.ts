import { addFile, type DemoFile, type SharedImages, type World } from './world.ts'
import { identityTypes } from './people.ts'
import { identityCard, identityVariants, logo, logoVariants } from './images.ts'
import type { Random } from './random.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Draws the logos and identity cards that merchants of both modes share. */
export async function drawImages(): Promise<SharedImages> {
  const logos = new Map<string, DemoFile>()
  const identityCards = new Map<string, DemoFile>()
  for (const letter of letters) {
    for (let variant = 0; variant < logoVariants; variant += 1) {
      logos.set(`${letter}${variant}`, await logo(letter, variant))
    }
  }
  for (const type of identityTypes) {
    for (let variant = 0; variant < identityVariants; variant += 1) {
      identityCards.set(`${type}${variant}`, await identityCard(type, variant))
    }
  }
  return { logos, identityCards }
}

/** Assigns shared images to records; each file is stored once, on first use. */
export interface ImageBook {
  logoOf(random: Random, businessName: string): string
  identityOf(random: Random, type: string): string
}

export function imageBook(world: World, since: Date): ImageBook {
  const stored = new Map<string, string>()
  const fileOf = (name: string, image: DemoFile | undefined) => {
    if (!image) throw new RangeError(`There is no image ${name}`)
    const storedFile = stored.get(name)
    if (storedFile) return storedFile
    const id = addFile(world, image, since)
    stored.set(name, id)
    return id
  }
  return {
    logoOf(chance, businessName) {
      const initial = /[A-Z]/.exec(businessName.normalize('NFD').toUpperCase())?.[0] ?? 'K'
      const name = `${initial}${chance.whole(0, logoVariants - 1)}`
      return fileOf(name, world.images.logos.get(name))
    },
    identityOf(chance, type) {
      const name = `${type}${chance.whole(0, identityVariants - 1)}`
      return fileOf(name, world.images.identityCards.get(name))
    },
  }
}
