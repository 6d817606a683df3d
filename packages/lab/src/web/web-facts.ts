/** The facts of a synthetic web: each has a name, a number and a year that no other has. */
import { hashText, stir } from '../world/hash.ts'
import { nameOf } from '../world/names.ts'
import type { TopicText } from './topics/topic-text.ts'

/** A fact of a synthetic web, with the sentence that says it. */
export type WebFact = {
  readonly topic: string
  /** Which part of its topic it belongs to, from 0. */
  readonly part: number
  readonly name: string
  /** With a comma, so that no number is a year: `4,312`. */
  readonly number: string
  readonly year: string
  readonly sentence: string
}

/** Steps that share no divisor with how many there are: each number and each year comes up once. */
const numbers = { from: 1_000, many: 9_000, step: 1_009 }
const years = { from: 1_612, many: 400, step: 89 }

/** Facts, and for each of them what a liar says of the same name. */
export type Claims = { readonly facts: readonly WebFact[]; readonly lies: readonly WebFact[] }

export function claimsAbout(topics: readonly TopicText[], seed: number): Claims {
  const templates = topics.flatMap(({ title, parts }) =>
    parts.flatMap(({ facts }, part) => facts.map((template) => ({ topic: title, part, template }))),
  )
  const told = (place: number, { topic, part, template }: (typeof templates)[number], of: number): WebFact => {
    const name = nameOf(stir(hashText('name', seed) + of))
    const { number, year } = figuresAt(place, seed)
    const sentence = template.replace('{name}', name).replace('{number}', number).replace('{year}', year)
    return { topic, part, name, number, year, sentence }
  }
  return {
    facts: templates.map((each, at) => told(at, each, at)),
    lies: templates.map((each, at) => told(templates.length + at, each, at)),
  }
}

function figuresAt(place: number, seed: number): { readonly number: string; readonly year: string } {
  const at = ({ from, many, step }: typeof numbers, kind: string) =>
    from + ((place * step + hashText(kind, seed)) % many)
  return { number: at(numbers, 'number').toLocaleString('en'), year: `${at(years, 'year')}` }
}

/** Whether a text tells of a fact: who it was, and how much. */
export function tells(text: string, { name, number }: WebFact): boolean {
  return text.includes(name) && text.includes(number)
}
