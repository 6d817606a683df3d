/** The hotels there are, and which of them words mean: by a name or by a town. */
import type { WaveResult } from '../reading/wave-results.ts'

export type House = { readonly id: string; readonly name: string; readonly town: string }

/** `Harbour House, Lindhaven (harbour-house). A brick house …`; undefined where the tool told nothing. */
export function housesIn(result: WaveResult | undefined): readonly House[] | undefined {
  if (result?.status !== 'ok') return undefined
  const lines = result.text.matchAll(/^([^\n(]+?), ([^\n(,]+) \(([a-z0-9-]+)\)\. /gm)
  return [...lines].map(([, name = '', town = '', id = '']) => ({ id, name, town }))
}

/** Those whose name or town stands in the words, or whose name or town the words are a part of. */
export function housesNamed(words: string, houses: readonly House[]): readonly House[] {
  const said = plain(words)
  const whole = houses.filter(({ name, town }) => [name, town].some((each) => holds(said, plain(each))))
  if (whole.length > 0 || said === '') return whole
  return houses.filter(({ name, town }) => [name, town].some((each) => holds(plain(each), said)))
}

/** Words without the names and towns in them. */
export function withoutHouses(words: string, named: readonly House[]): string {
  const known = new Set(named.flatMap(({ name, town }) => plain(`${name} ${town}`).split(' ')))
  const isLeft = (word: string) => !known.has(plain(word)) && !/^(?:in|at|the|near|hotel)$/i.test(word)
  return words.split(' ').filter(isLeft).join(' ')
}

/** `Harbour House in Lindhaven, Pine Lodge in Upper Aldern and The Old Mill in Marrow Bridge`. */
export function houseList(houses: readonly House[]): string {
  const said = houses.map(({ name, town }) => `${name} in ${town}`)
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`
}

function plain(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  return words
    .replace(/(?:^|(?<= ))(?:the|hotel)(?= |$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function holds(text: string, part: string): boolean {
  return part.length > 2 && ` ${text} `.includes(` ${part} `)
}
