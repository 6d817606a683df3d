import { describe, expect, it } from 'vitest'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { assistant, user } from '../../messages.ts'
import { emptyState } from './beginning.ts'
import { config } from './config.ts'
import { frontRequest, outlineRequest, planRequest, rewriteRequest, sectionRequest } from './requests.ts'
import type { Topic } from './state.ts'

const said = [user('Tell me of the first lighthouse.'), assistant('It was built in 1874.')]
const file = { type: 'file', name: 'map.txt', mediaType: 'text/plain', data: { text: 'A map.' } } as const
const task = { goal: 'And the second one?', messages: said, files: [file] } as unknown as Task
const ctx = { prompt: () => 'Write.' } as unknown as Pick<LoopContext, 'prompt'>
const settings = config.parse({})
const topic: Topic = { id: 't1', title: 'Lighthouses', subtopics: [], origin: 'outline' }
const section = { topic, outline: [topic], evidence: [] }

describe('the conversation', () => {
  it.each([
    ['the outline', outlineRequest(ctx, task, settings, undefined)],
    ['a plan', planRequest(ctx, task, emptyState(task), settings)],
    ['a section', sectionRequest(ctx, task, section, settings)],
    [
      'a section that is written again',
      rewriteRequest(ctx, task, { ...section, config: settings, draft: '', faults: [] }),
    ],
    ['title and abstract', frontRequest(ctx, task, '')],
  ])('is shown to the author of %s, before what is asked', (_, messages) => {
    expect(messages.slice(1, -1)).toEqual(said)
  })

  it('has files for the outline alone', () => {
    expect(outlineRequest(ctx, task, settings, undefined).at(-1)?.parts).toContain(file)
    expect(sectionRequest(ctx, task, section, settings).at(-1)?.parts).not.toContain(file)
  })
})
