/**
 * Capital letters as strokes on a grid four wide and six high, so that images look the same everywhere, even without fonts.
 * Two digits are a point, a bar lifts the pen.
 */
const strokes: Record<string, string> = {
  A: '06 20 46|14 34',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26|10 30|16 36',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  "'": '20 21',
}

const letterWidth = 4
const letterGap = 2
const letterHeight = 6

/** Returns text as the `d` of an SVG path of this height, its upper left corner at `x`, `y`. */
export function lettering(text: string, x: number, y: number, height: number): string {
  const scale = height / letterHeight
  return [...text.toUpperCase()]
    .map((letter, position) => {
      const left = x + position * (letterWidth + letterGap) * scale
      return (strokes[letter] ?? '')
        .split('|')
        .filter((line) => line !== '')
        .map((line) => {
          const points = line
            .split(' ')
            .map((point) => `${left + Number(point.charAt(0)) * scale} ${y + Number(point.charAt(1)) * scale}`)
          return `M${points.join('L')}`
        })
        .join('')
    })
    .join('')
}

export function letteringWidth(text: string, height: number): number {
  return ((text.length * (letterWidth + letterGap) - letterGap) * height) / letterHeight
}
