/** The outline of a report: what its task names, with the sides that each topic has. */

import type { Play } from '../play.ts'
import { hasProperties } from '../seen.ts'
import { topicsNamed } from './common-knowledge.ts'

export const drawOutline: Play = {
  name: 'draw-outline',
  decide(reading) {
    if (!hasProperties(reading, 'topics')) return undefined
    const named = topicsNamed(reading.material['task'] ?? '')
    if (named.length === 0) return undefined
    const topics = named.map(({ title, parts }) => ({ topic: title, subtopics: parts.map(({ heading }) => heading) }))
    return { kind: 'value', thought: '', value: { topics } }
  },
}
