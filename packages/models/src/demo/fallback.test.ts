import {
  claimsGrammar,
  type Message,
  type ModelRequest,
  material,
  readClaims,
  readVerdict,
  scoreGrammar,
  system,
  thoughtGrammar,
  user,
  verdictGrammar,
} from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { ruleEngine } from './rule-engine.ts'

const nobody = ruleEngine({ rules: [] })
const introduction =
  'I am the offline demo model: a set of rules, not a language model. Give Gyre a real model for anything else.'

async function reply(form: string, output?: string): Promise<string> {
  const messages = [system(form), user(material({ task: 'Sing a song.', answer: 'La.', draft: 'La.' }))]
  return replyTo(messages, output)
}

async function replyTo(messages: readonly Message[], output?: string): Promise<string> {
  const request: ModelRequest = output === undefined ? { messages } : { messages, output: { name: output, schema: {} } }
  let text = ''
  const call = { signal: new AbortController().signal, session: 's', path: 'p' }
  for await (const part of nobody.stream(request, call)) if (part.type === 'text') text += part.text
  return text
}

describe('a model without a rule', () => {
  it('accepts nothing as a judge', async () => {
    const verdict = readVerdict(await reply(verdictGrammar.preamble([])))
    expect(verdict).toMatchObject({ ok: true, value: { isSatisfactory: false, score: 0 } })
    expect(await reply(scoreGrammar.preamble([]))).toMatch(/\nSCORE: 0$/)
    expect(JSON.parse(await reply('', 'confidence'))).toMatchObject({ confidence: 0 })
  })

  it('verifies nothing', async () => {
    expect(readClaims(await reply(claimsGrammar.preamble([])))).toMatchObject({ ok: false })
  })

  it('plans the task as its only step, and edits nothing', async () => {
    expect(JSON.parse(await reply('', 'plan'))).toEqual({ steps: [{ id: '1', goal: 'Sing a song.', needs: [] }] })
    expect(JSON.parse(await reply('', 'edits'))).toEqual({ edits: [] })
  })

  it('plans nothing for tools, gives them nothing, and gives up', async () => {
    const error = introduction.replace(/\.$/, '')
    expect(JSON.parse(await reply('', 'tool-plan'))).toEqual({ error })
    expect(JSON.parse(await reply('', 'input'))).toEqual({ error })
    expect(JSON.parse(await reply('', 'decision'))).toMatchObject({ action: 'stuck', reason: introduction })
    expect(JSON.parse(await reply('', 'evaluation'))).toMatchObject({ relevance: 1, goal_progress: 1 })
  })

  it('does not take for complete what it cannot judge', async () => {
    expect(await reply('COMPLETION_STATUS: …\nGAP: …\nNEXT_FOCUS: …')).toBe(
      'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: No rule of the demo model can judge this.\nNEXT_FOCUS: none',
    )
  })

  it.each([
    ['as it is', '42, perhaps.'],
    ['in a fence', '<untrusted from="an earlier answer">\n42, perhaps.\n</untrusted>'],
  ])('keeps to the best answer there was, shown %s', async (_, shown) => {
    expect(await replyTo([user('Sing.'), user(`Answer now.\n\nThe best answer so far:\n${shown}`)])).toBe(
      '42, perhaps.',
    )
  })

  it('does not take for one that it could do nothing', async () => {
    const said = `Answer now.\n\nThe best answer so far:\n${introduction}`
    expect(await replyTo([user('Sing.'), user(said)])).toBe(introduction)
  })

  it('says what it is', async () => {
    expect(await reply(thoughtGrammar.preamble([]))).toBe(`ANSWER: ${introduction}`)
    expect(await reply('')).toBe(introduction)
  })
})
