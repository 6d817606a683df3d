/** Colours as CSS writes them, to see whether a text has the colour of what is behind it. */
export type Colour = readonly [red: number, green: number, blue: number]

export const white: Colour = [255, 255, 255]

const named: Readonly<Record<string, Colour>> = {
  white,
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  ghostwhite: [248, 248, 255],
  whitesmoke: [245, 245, 245],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
}

/** `transparent`, or nothing when it is none that is known. */
export function colourOf(value: string): Colour | 'transparent' | undefined {
  const text = value.trim().toLowerCase()
  if (text === 'transparent') return 'transparent'
  if (Object.hasOwn(named, text)) return named[text]
  return text.startsWith('#') ? fromHex(text.slice(1)) : fromFunction(text)
}

function fromHex(digits: string): Colour | 'transparent' | undefined {
  if (!/^[0-9a-f]{3,8}$/.test(digits)) return undefined
  const short = digits.length < 6
  const parts = short ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0, alpha = 255] = parts.map((part) => Number.parseInt(part, 16))
  return alpha < faint * 255 ? 'transparent' : [red, green, blue]
}

/** As good as not there. */
const faint = 0.06

function fromFunction(text: string): Colour | 'transparent' | undefined {
  const match = /^rgba?\(([^)]{1,60})\)/.exec(text)
  if (!match?.[1]) return undefined
  const parts = match[1].split(/[\s,/]+/).filter((part) => part !== '')
  const [red, green, blue, alpha = 1] = parts.map((part) => Number.parseFloat(part) * (part.endsWith('%') ? 0.01 : 1))
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return alpha < faint ? 'transparent' : [red, green, blue]
}

/** No eye tells them apart. */
export function looksSame(one: Colour, other: Colour): boolean {
  return one.every((part, index) => Math.abs(part - (other[index] ?? 0)) <= 16)
}
