import { addFile, type DemoFile, type SharedPictures, type World } from './world.ts'
import { identityTypes } from './people.ts'
import { identityCard, identityVariants, logo, logoVariants } from './pictures.ts'
import type { Random } from './random.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Draws the logos and identity cards that merchants of both modes share. */
export async function drawPictures(): Promise<SharedPictures> {
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
export interface PictureBook {
  logoOf(random: Random, businessName: string): string
  identityOf(random: Random, type: string): string
}

export function pictureBook(world: World, since: Date): PictureBook {
  const stored = new Map<string, string>()
  const fileOf = (name: string, picture: DemoFile | undefined) => {
    if (!picture) throw new RangeError(`There is no picture ${name}`)
    const storedFile = stored.get(name)
    if (storedFile) return storedFile
    const id = addFile(world, picture, since)
    stored.set(name, id)
    return id
  }
  return {
    logoOf(chance, businessName) {
      const initial = /[A-Z]/.exec(businessName.normalize('NFD').toUpperCase())?.[0] ?? 'K'
      const name = `${initial}${chance.whole(0, logoVariants - 1)}`
      return fileOf(name, world.pictures.logos.get(name))
    },
    identityOf(chance, type) {
      const name = `${type}${chance.whole(0, identityVariants - 1)}`
      return fileOf(name, world.pictures.identityCards.get(name))
    },
  }
}
