/** A research: the outline of its report, and what to search for next. */
import type { Json, JsonSchema } from '@gyre/core'
import type { Decision } from '../decision.ts'
import { foundPages } from '../reading/found-pages.ts'
import { nextRound } from '../research/next-round.ts'
import { outlineFor } from '../research/outline.ts'
import type { Rule } from '../rule.ts'

export const plannerOutline: Rule = {
  name: 'planner-outline',
  purposes: ['outline'],
  decide({ text }, { material, schema }) {
    const topics = outlineFor(material['task'] ?? text, foundPages(material['found']), mostTopicsOf(schema))
    return valued({ topics: topics.map(({ topic, subtopics }) => ({ topic, subtopics: [...subtopics] })) })
  },
}

export const plannerResearch: Rule = {
  name: 'planner-research',
  purposes: ['research_plan'],
  ability: 'write a report out of what documents say with the loop research (`The lighthouses of the Sound`)',
  decide(_, { material }) {
    return valued(nextRound(material) as unknown as Json)
  },
}

function valued(value: Json): Decision {
  return { kind: 'value', thought: '', value }
}

/** The form says how many there may be. */
function mostTopicsOf(schema: JsonSchema | undefined): number {
  const { topics } = (schema?.['properties'] ?? {}) as { readonly topics?: { readonly maxItems?: number } }
  return topics?.maxItems ?? Number.POSITIVE_INFINITY
}
