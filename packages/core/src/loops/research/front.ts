/** Title and abstract, from the sections as they are. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { modelFailure } from '../model-failure.ts'
import { frontRequest } from './requests.ts'
import { type Front, frontSchema } from './schema.ts'
import { supportedAbstract } from './verify/abstract.ts'
import { evenThen, queryOf, type Work } from './work.ts'

/** A section that is longer is shown without its middle: every section has its say. */
const longestSection = 4_000

type Titled = { readonly title: string; readonly text: string }

/** Where no author can be asked, the question is the title, and there is no abstract. */
export async function writeFront(ctx: LoopContext, work: Work, sections: readonly Titled[]): Promise<Front> {
  const plain: Front = { title: queryOf(work.task), abstract: '' }
  if (sections.length === 0) return plain
  const shown = sections.map(({ title, text }) => `## ${title}\n\n${withoutMiddle(text, longestSection)}`).join('\n\n')
  const ask = () =>
    ctx
      .generateObject(frontSchema, frontRequest(ctx, work.task, shown), {
        label: 'front',
        name: 'front',
        repairs: 1,
        fallback: () => plain,
      })
      .catch(modelFailure)
  const reply = await evenThen(ctx, ask)
  if (reply === 'ended' || reply instanceof GyreError) return plain
  const title = reply.title.replace(/\s+/g, ' ').trim()
  return { title, abstract: supportedAbstract(reply.abstract, sections.map(({ text }) => text).join('\n\n')) }
}
