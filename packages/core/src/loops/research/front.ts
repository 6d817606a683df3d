/** Title and abstract, from what stands in the sections. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { modelFailure } from '../model-failure.ts'
import { frontRequest } from './requests.ts'
import { type Front, frontSchema } from './schema.ts'
import { isSupportedTitle, supportedAbstract } from './verify/abstract.ts'
import { evenThen, queryOf, type Work } from './work.ts'
import type { Section } from './writing.ts'

/** A section that is longer is shown without its middle: every section has its say. */
const longestSection = 4_000

/** Where no author can be asked, or nothing is supported, the question is the title, and there is no abstract. */
export async function writeFront(ctx: LoopContext, work: Work, sections: readonly Section[]): Promise<Front> {
  const plain: Front = { title: queryOf(work.task), abstract: '' }
  const supported = sections.map(supportedText)
  if (supported.every((text) => text === '')) return plain
  const ask = () =>
    ctx
      .generateObject(frontSchema, frontRequest(ctx, work.task, shownSections(sections)), {
        label: 'front',
        name: 'front',
        repairs: 1,
        fallback: () => plain,
      })
      .catch(modelFailure)
  const reply = await evenThen(ctx, ask)
  if (reply === 'ended' || reply instanceof GyreError) return plain
  const title = reply.title.replace(/\s+/g, ' ').trim()
  const known = supported.join('\n\n')
  return {
    title: isSupportedTitle(title, `${work.task.goal}\n${known}`) ? title : plain.title,
    abstract: supportedAbstract(reply.abstract, known),
  }
}

function shownSections(sections: readonly Section[]): string {
  return sections
    .map((section) => ({ title: section.topic.title, text: supportedText(section) }))
    .filter(({ text }) => text !== '')
    .map(({ title, text }) => `## ${title}\n\n${withoutMiddle(text, longestSection)}`)
    .join('\n\n')
}

/** What was marked must not come back where nothing is marked; nor what nobody chose: passages may be beside the point. */
function supportedText({ verification, isExtract }: Section): string {
  if (isExtract) return ''
  const supported = verification.sentences.filter(({ verdict }) => verdict === 'supported')
  return supported.map(({ text }) => text.trim()).join('\n')
}
