/** Words for whole fields, and the things they stand for: documents speak of the things. */
import { contentWords, meaning } from '../lookup/content-words.ts'

const things: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'economy industry business commerce: company, works, yard, quarry, bank, trade, mill',
    'transport traffic travel: ferry, boat, bridge, causeway, harbour',
    'energy: power, electricity, mill, tide',
    'disaster accident: storm, wreck, fire, lost, drowned',
    'science: observatory, survey, comet, astronomy, measured',
    'nature wildlife environment: flowers, plants, birds, flora',
    'education: school, museum, library',
    'shipbuilding: yard, ship, slipway, hull',
    'shipping seafaring: ferry, steamer, ship, crew',
  ].flatMap((line) => {
    const [fields = '', named = ''] = line.split(': ')
    return fields.split(' ').map((field) => [meaning(field), contentWords(named)] as const)
  }),
)

/** The word, and what speaks of it without it. */
export function broadly(word: string): ReadonlySet<string> {
  return new Set([word, ...(things.get(word) ?? [])])
}
