import { describe, expect, it } from 'vitest'
import { elicit } from './elicitation.ts'

type Params = Parameters<typeof elicit>[0]

/** Asks a person who gives these answers, and tells what they were asked. The answer `too late` comes when the server has given up. */
async function asked(params: Params, ...answers: readonly string[]) {
  const { signal, abort } = givenUp()
  const questions: { question: string; choices?: readonly string[] }[] = []
  const ask = async (question: string, { choices }: { choices?: readonly string[] } = {}) => {
    questions.push({ question, ...(choices && { choices }) })
    const answer = answers[questions.length - 1]
    if (answer === undefined) throw new Error('The person has no more answers.')
    if (answer === goneMeanwhile) abort()
    return answer
  }
  return { result: await elicit(params, { server: 'shop', signal, ask }), questions }
}

const goneMeanwhile = 'too late'

function givenUp() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

const form = (properties: object, required: string[] = []): Params =>
  ({ mode: 'form', message: 'Where to?', requestedSchema: { type: 'object', properties, required } }) as Params

const address = form({ city: { type: 'string', title: 'City' }, fast: { type: 'boolean', default: false } }, ['city'])

describe('a form', () => {
  it('is asked field by field, and sent when all are filled in', async () => {
    const { result, questions } = await asked(address, 'Aarhus', 'yes')
    expect(result).toEqual({ action: 'accept', content: { city: 'Aarhus', fast: true } })
    expect(questions).toEqual([
      { question: 'The server `shop` asks: Where to?\nCity (a text, required)\n(Or /decline, /cancel.)' },
      {
        question: 'The server `shop` also asks:\nfast (yes or no, may be skipped; skipped, it is false)',
        choices: ['yes', 'no', '/skip', '/decline', '/cancel'],
      },
    ])
  })

  it('sends the default of a field that is skipped, and nothing where there is none', async () => {
    const params = form({ a: { type: 'string', default: 'x' }, b: { type: 'string' } })
    expect((await asked(params, '/skip', '/skip')).result).toEqual({ action: 'accept', content: { a: 'x' } })
  })

  it.each([
    ['/decline', 'decline'],
    ['/cancel', 'cancel'],
  ])('ends with %s at any field', async (word, action) => {
    expect((await asked(address, word)).result).toEqual({ action })
    expect((await asked(address, 'Aarhus', word)).result).toEqual({ action })
  })

  it('asks again for an answer that does not fit, and says why', async () => {
    const { result, questions } = await asked(form({ n: { type: 'integer' } }, ['n']), 'many', '3')
    expect(result).toEqual({ action: 'accept', content: { n: 3 } })
    expect(questions[1]?.question).toBe(
      'The server `shop` asks: Where to?\nThat does not fit: answer with a whole number.\nn (a whole number, required)',
    )
  })

  it('is broken off after five answers that do not fit', async () => {
    const { result, questions } = await asked(form({ n: { type: 'integer' } }, ['n']), 'a', 'b', 'c', 'd', 'e', '3')
    expect(result).toEqual({ action: 'cancel' })
    expect(questions).toHaveLength(5)
  })

  it('is not asked further when the server has given up meanwhile', async () => {
    const { result, questions } = await asked(address, goneMeanwhile, 'yes')
    expect(result).toEqual({ action: 'cancel' })
    expect(questions).toHaveLength(1)
  })

  it('is not asked at all when the server had given up before', async () => {
    const ask = () => Promise.reject(new Error('Nobody should be asked.'))
    expect(await elicit(address, { server: 'shop', signal: AbortSignal.abort(), ask })).toEqual({ action: 'cancel' })
  })

  it('does not let a field be skipped that is required', async () => {
    const { result } = await asked(form({ n: { type: 'integer' } }, ['n']), '/skip', '3')
    expect(result).toEqual({ action: 'accept', content: { n: 3 } })
  })

  it('without fields is a question of yes or no', async () => {
    expect(await asked(form({}), '/accept')).toEqual({
      result: { action: 'accept', content: {} },
      questions: [{ question: 'The server `shop` asks: Where to?', choices: ['/accept', '/decline', '/cancel'] }],
    })
    expect((await asked(form({}), '/decline')).result).toEqual({ action: 'decline' })
  })
})

describe('an address to open', () => {
  const visit = (url: string): Params => ({ mode: 'url', message: 'Sign in.', url, elicitationId: '1' })

  it('is shown with its host', async () => {
    const { result, questions } = await asked(visit('https://example.com/in?next=evil.org'), '/done')
    expect(result).toEqual({ action: 'accept' })
    expect(questions).toEqual([
      {
        question:
          'The server `shop` asks: Sign in.\nOpen https://example.com/in?next=evil.org (at example.com) and come back.',
        choices: ['/done', '/decline', '/cancel'],
      },
    ])
  })

  it('may be refused', async () => {
    expect((await asked(visit('https://example.com'), '/decline')).result).toEqual({ action: 'decline' })
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'vscode://install', 'no address'])(
    'is declined unseen when it is not one of the web: %s',
    async (url) => {
      expect(await asked(visit(url))).toEqual({ result: { action: 'decline' }, questions: [] })
    },
  )
})
