/** Text that was written in invisible characters. There is no honest use for it. */
import type { Visible } from './invisible.ts'

export type Carried = { readonly text: string; readonly at: number }

type Removed = Visible['removed']

/** Less may be chance. */
const fewest = 4

/** What the characters that were taken out spell, in each way that is known. */
export function carriedText(removed: Removed): readonly Carried[] {
  if (removed.length < fewest) return []
  return [tagged(removed), selected(removed), counted(removed)].filter((carried) => carried !== undefined)
}

/** Tag characters are ASCII, moved up. */
function tagged(removed: Removed): Carried | undefined {
  const tags = removed.filter(({ code }) => code >= 0xe0020 && code <= 0xe007e)
  return carried(String.fromCodePoint(...tags.slice(0, most).map(({ code }) => code - 0xe0000)), tags)
}

/** The 256 variation selectors stand for the 256 bytes. */
function selected(removed: Removed): Carried | undefined {
  const selectors = removed.filter(({ code }) => byteOf(code) >= 0).slice(0, most)
  const bytes = Uint8Array.from(selectors, ({ code }) => byteOf(code))
  return carried(new TextDecoder().decode(bytes), selectors)
}

function byteOf(code: number): number {
  if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00
  return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : -1
}

/** Two characters of no width as the digits of binary numbers, in either order. */
function counted(removed: Removed): Carried | undefined {
  const digits = removed.filter(({ code }) => /[\u200b-\u200d\u2060-\u2064\ufeff]/.test(String.fromCodePoint(code)))
  const symbols = [...new Set(digits.map(({ code }) => code))]
  if (symbols.length !== 2) return undefined
  for (const one of symbols) {
    const bits = digits.slice(0, most * 8).map(({ code }) => (code === one ? '1' : '0'))
    const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
      Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2),
    )
    const found = carried(String.fromCharCode(...bytes), digits)
    if (found) return found
  }
  return undefined
}

/** Enough to see what it is. */
const most = 20_000

function carried(text: string, from: Removed): Carried | undefined {
  const [first] = from
  if (!first || text.length < fewest || !/^[^\p{C}\ufffd]+$/u.test(text)) return undefined
  return { text, at: first.at }
}
