/** What hotels are like and what they cost, whatever the dates: one call of the tool that knows. */
import { toolTaking } from '../reading/offered-tools.ts'
import type { StayRequest } from '../stays/stay-request.ts'
import { type Errand, isPlanned, nothingNext } from './errand.ts'

const kinds = [
  { id: 'rates', asked: /\b(?:costs?|prices?|rates?|how much|expensive|cheap)\b/i, tool: /rates/i },
  {
    id: 'hotels',
    asked:
      /\b(?:(?:which|what) (?:kinds? of |sorts? of )?(?:hotels?|rooms|houses)\b(?! (?:is|are) (?:free|available|left))|about (?:the|your) (?:hotels?|rooms)|tell me about|describe)/i,
    tool: /property|properties/i,
  },
  {
    id: 'hotels',
    asked:
      /^(?:do|does|is|are|can|may|what|which|how|when|where)\b.*\b(?:dogs?|pets?|parking|park|wi-?fi|sauna|lift|elevator|garden|kitchen|ski|facilities|amenities|what time|how (?:late|early)|check[ -]?(?:in|out) times?)\b|^(?:what time|how (?:late|early))\b/i,
    tool: /property|properties/i,
  },
] as const

/** Undefined for a request with dates, and for one that asks for rooms alone. */
export function houseErrand(text: string, { stays, wishes }: StayRequest): Errand | undefined {
  const kind = stays.length === 0 ? kinds.find(({ asked }) => asked.test(text)) : undefined
  if (!kind) return undefined
  const { id, tool: named } = kind
  return {
    next: (scene) => {
      const tool = toolTaking(scene.tools, named, [])
      if (!tool || isPlanned(id, scene)) return nothingNext
      const properties = Object.keys((tool.input['properties'] ?? {}) as object)
      const args = Object.fromEntries(Object.entries(wishes).filter(([name]) => properties.includes(name)))
      return { calls: [{ id, tool: tool.name, args }], aims: [`what \`${tool.name}\` knows`] }
    },
    answer: (results) => {
      const found = results.get(id)
      const isKnown = found?.status === 'ok'
      return found && { text: found.text, findings: { isKnown, question: text, results: [] } }
    },
  }
}
