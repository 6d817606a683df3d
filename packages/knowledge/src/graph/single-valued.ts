/** Whether two ends of one relation cannot both be true: when in doubt they can. */
import { wordsOf } from '@gyre/core'
import { isAttribute } from './attribute-name.ts'
import { months } from './rules/word-lists.ts'

type End =
  | { readonly kind: 'number'; readonly unit: string; readonly value: string }
  | { readonly kind: 'date' | 'name' | 'noun' }

/** What happens once: when, where and by whom. */
const once =
  /^(?:(?:founded|established|born|died|buried|built|opened|completed|launched|first(?: \S+)+) (?:in|on|at|by)|first(?: (?!\S+ed )\S+)*? (?!\S+ed$)\S+)$/
const measures =
  /(?:^| )(?:height|length|width|depth|weight|area|population|diameter|span|distance|tonnage|capacity|elevation|age)(?: |$)/

export function cannotBothBe(relation: string, one: string, other: string): boolean {
  const [a, b] = [endOf(one), endOf(other)]
  if (a.kind !== b.kind || a.kind === 'noun' || isPartOf(one, other) || isPartOf(other, one)) return false
  if (a.kind === 'number' && b.kind === 'number') {
    return measures.test(relation) && a.unit === b.unit && a.value !== b.value
  }
  return once.test(relation)
}

function endOf(name: string): End {
  const isDate = /(?:^|\D)(?:1\d{3}|20\d{2})s?$|century$/.test(name)
  if (isDate || wordsOf(name).some((word) => months.has(word) && /\d/.test(name))) return { kind: 'date' }
  const number = /^(?<sign>\p{Sc}?)(?<value>\d[\d.,]*)(?<unit>.*)$/u.exec(name)?.groups
  if (number) return { kind: 'number', unit: `${number['sign']}${number['unit']}`, value: number['value'] ?? '' }
  return { kind: isAttribute(name) ? 'noun' : 'name' }
}

/** `1874` and `June 1874`, `Holt` and `Maren Holt` do not differ. */
function isPartOf(one: string, other: string): boolean {
  const words = new Set(wordsOf(other))
  return wordsOf(one).every((word) => words.has(word))
}
