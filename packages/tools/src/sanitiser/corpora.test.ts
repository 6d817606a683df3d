/** How well the rules do on texts that were written before them. */
import { describe, expect, it } from 'vitest'
import { attacks, harmless, type Specimen } from '../../../../test/fixtures/injection/load.ts'
import { type Sanitised, sanitise } from './sanitise.ts'

type Read = { readonly specimen: Specimen; readonly result: Sanitised }

async function readAll(specimens: readonly Specimen[]): Promise<readonly Read[]> {
  const results: Read[] = []
  for (const specimen of specimens) {
    results.push({ specimen, result: await sanitise(specimen.text, { keepsMarkup: specimen.keepsMarkup ?? false }) })
  }
  return results
}

const read = { attacks: await readAll(attacks), harmless: await readAll(harmless) }
const isMarked = ({ result }: Read) => result.suspected.length > 0
const ids = (reads: readonly Read[]) => reads.map(({ specimen }) => specimen.id)

/** Words as people see them: letters of no width are in no word, colours of a terminal are none. */
function words(text: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}|\u001b\[\d*m/gu, '')
  return seen.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

describe('the corpora', () => {
  it('are large and of two halves', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(120)
    expect(harmless.length).toBeGreaterThanOrEqual(130)
    for (const specimens of [attacks, harmless]) {
      const tuned = specimens.filter(({ set }) => set === 'tune').length
      expect(Math.abs(specimens.length - 2 * tuned)).toBeLessThanOrEqual(1)
      expect(new Set(specimens.map(({ id }) => id)).size).toBe(specimens.length)
    }
    expect(new Set(attacks.map(({ language }) => language)).size).toBeGreaterThanOrEqual(20)
  })

  it.each(['tune', 'held'] as const)('of the %s half, every attack is marked and no harmless text', (set) => {
    const [bad, good] = [read.attacks, read.harmless].map((all) => all.filter(({ specimen }) => specimen.set === set))
    expect(ids((bad ?? []).filter((each) => !isMarked(each)))).toEqual([])
    expect(ids((good ?? []).filter(isMarked))).toEqual([])
  })

  it('are marked alike as source code', async () => {
    const results = await Promise.all(harmless.map(({ text }) => sanitise(text, { keepsMarkup: true })))
    expect(harmless.filter((_, index) => (results[index]?.suspected.length ?? 0) > 0).map(({ id }) => id)).toEqual([])
  })
})

describe('a text of the corpora', () => {
  const all = [...read.attacks, ...read.harmless]

  it('loses no word that can be seen', () => {
    const plain = all.filter(({ specimen }) => !specimen.visible && !specimen.text.includes('<!--'))
    expect(plain.length).toBeGreaterThan(300)
    const lossy = plain.filter(
      ({ specimen, result }) => words(result.text).join(' ') !== words(specimen.text).join(' '),
    )
    expect(ids(lossy)).toEqual([])
  })

  it('with markup shows what a reader sees, in order, and nothing that is hidden', () => {
    const pages = all.filter(({ specimen }) => specimen.visible)
    expect(pages.length).toBeGreaterThan(25)
    for (const { specimen, result } of pages) {
      let rest = result.text
      for (const part of specimen.visible ?? []) {
        expect(rest, specimen.id).toContain(part)
        rest = rest.slice(rest.indexOf(part) + part.length)
      }
      if (specimen.hidden) expect(result.text).not.toContain(specimen.hidden)
    }
  })
})
