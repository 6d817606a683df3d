/** Title and abstract: what the task is called, and the first sentence of each section. */
import type { Play } from '../play.ts'
import { hasProperties } from '../seen.ts'
import { unfenced } from './evidence.ts'
import { sentencesOf, withoutCitations } from './sentences.ts'

export const writeFront: Play = {
  name: 'write-front',
  decide(reading) {
    const { sections, task = '' } = reading.material
    if (sections === undefined || !hasProperties(reading, 'title', 'abstract')) return undefined
    const title = task.replace(/^Report on (.)/, (_, first: string) => first.toUpperCase()).replace(/\.$/, '')
    const firsts = unfenced(sections)
      .split(/^#+ .*$/m)
      .flatMap((section) => sentencesOf(section).slice(0, 1))
    return { kind: 'value', thought: '', value: { title, abstract: withoutCitations(firsts.join(' ')) || title } }
  },
}
