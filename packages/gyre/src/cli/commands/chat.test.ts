import { setImmediate } from 'node:timers/promises'
import { defineLoop, type Model, type ModelRequest, user } from '@gyre/core'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, noticed, pay, processOver } from '../../../test/fake-place.ts'

/** Says how often the person has spoken, and what came last. */
const counting = () =>
  modelOf(({ messages }: ModelRequest) => {
    const said = messages.filter(({ role }) => role === 'user').flatMap(({ parts }) => parts)
    const [last] = said.slice(-1)
    return says(`${said.length}: ${last?.type === 'text' ? last.text : ''}`)
  })

const ctrlC = '\x03'
const ctrlD = '\x04'

describe('`gyre chat` without a terminal', () => {
  it('answers line by line, and each turn knows those before it', async () => {
    const host = new FakeHost({ input: 'One\n\n  Two  \nThree' })
    expect(await processOver({ model: counting() }).gyre(host, 'chat')).toBe(0)
    expect(host.out).toBe('1: One\n2: Two\n3: Three\n')
    expect(host.err).toMatch(/\nGo on with: gyre chat --thread thr_\S+\n$/)
  })

  it('says nothing of going on when nothing was said', async () => {
    const host = new FakeHost({ input: '\n' })
    expect(await processOver({ model: counting() }).gyre(host, 'chat')).toBe(0)
    expect([host.out, host.err]).toEqual(['', ''])
  })

  it('prints one object a turn with --json', async () => {
    const host = new FakeHost({ input: 'One\nTwo\n' })
    expect(await processOver({ model: counting() }).gyre(host, 'chat', '--json', '-q')).toBe(0)
    const turns = host.out.trimEnd().split('\n')
    expect(turns.map((line) => JSON.parse(line) as object)).toMatchObject([
      { loop: 'direct', outcome: 'answered', answer: '1: One' },
      { loop: 'direct', outcome: 'answered', answer: '2: Two' },
    ])
    expect(host.err).toBe('')
  })

  it('goes on with a conversation by its id, or with the newest one', async () => {
    const { gyre, store } = processOver({ model: counting() })
    await gyre(new FakeHost({ input: 'One\n' }), 'chat', '-l', 'react')
    const [first] = await store.sessions.list({ limit: 1 })
    await gyre(new FakeHost({ input: 'Other\n' }), 'chat')
    const byId = new FakeHost({ input: 'Two\n' })
    await gyre(byId, 'chat', '--thread', first?.mirror.thread ?? '')
    const newest = new FakeHost({ input: 'Three\n' })
    await gyre(newest, 'chat', '--continue')
    expect([byId.out, newest.out]).toEqual(['2: Two\n', '3: Three\n'])
    const [last] = await store.sessions.list({ limit: 1 })
    expect(last?.mirror).toMatchObject({ loop: 'react', thread: first?.mirror.thread })
  })

  it.each([
    [['--thread', 'thr_none'], 'There is no conversation `thr_none`. Begin one with: gyre chat'],
    [['--continue'], 'There is no conversation yet. Begin one with: gyre chat'],
    [['--continue', '--thread', 'thr_x'], 'Give `--thread ID` or `--continue`, not both.'],
    [['-l', 'react', '-p', 'helper'], 'Give a loop (`-l`) or a persona (`-p`), not both: a persona brings its loop.'],
    [['-l', 'raect'], 'There is no loop `raect`; did you mean `react`?'],
    [
      ['-p', 'helper'],
      'There is no persona `helper`; there are `benchmark`, `chat`, `deep`, `fast`, `hotel`, `supervised`.',
    ],
  ])('refuses %j', async (args, message) => {
    const host = new FakeHost({ input: 'One\n' })
    expect(await processOver({ model: counting() }).gyre(host, 'chat', ...args)).toBe(2)
    expect(host.err).toContain(`Error: ${message}\n`)
    expect(host.out).toBe('')
  })

  it('stops at a turn that needs a person', async () => {
    const host = new FakeHost({ input: 'Pay\nAgain\n' })
    const model = scriptedModel(calls('pay', { amount: 5 }))
    expect(await processOver({ model }).gyre(host, 'chat', '-l', 'react')).toBe(4)
    expect(host.err).toContain('gyre approve ses_')
    expect(model.requests).toHaveLength(1)
  })
})

describe('`gyre chat` at a terminal', () => {
  it('talks turn by turn until Ctrl-D', async () => {
    const host = new FakeHost({ isTty: true })
    const code = processOver({ model: counting() }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('One\r')
    await host.shows(/> One\n1: One\nanswered · 1 step · [^>]*\n>$/)
    host.type('Two\r')
    await host.shows(/> Two\n2: Two\nanswered/)
    host.type(ctrlD)
    expect(await code).toBe(0)
    expect(await host.screen()).toMatch(/\nGo on with: gyre chat --thread thr_/)
    expect(host.isRaw.at(-1)).toBe(false)
  })

  it('tells why the loop does what comes next, where it says so', async () => {
    const host = new FakeHost({ isTty: true })
    const choosing = defineLoop({
      name: 'choosing',
      run: async (ctx) => {
        ctx.note('choice', { loop: 'the short way', why: 'It is late.' })
        const { text } = await ctx.generate([user('x')])
        return text
      },
    })
    const code = processOver({ model: counting(), loops: [choosing] }).gyre(host, 'chat', '-l', 'choosing')
    await host.shows(/^>$/m)
    host.type('One\r')
    await host.shows(/> One\n→ the short way: It is late\.\n1: x\nanswered/)
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('tells of an attempt that is made again, and shows nothing of what it had said', async () => {
    const host = new FakeHost({ isTty: true })
    const error = { code: 'model-unavailable', message: 'Busy.', status: 429 } as const
    const model: Model = {
      ...counting(),
      async *stream(request, call) {
        yield { type: 'text', text: 'Half of' }
        yield { type: 'retry', model: 'test/model', error, waitMs: 1500 }
        yield* counting().stream(request, call)
      },
    }
    const code = processOver({ model }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('One\r')
    const shown = await host.shows(/> One\n↻ \S+ {2}429 Busy\. {2}again in 1\.5 s\n1: One\nanswered/)
    expect(shown).not.toContain('Half of')
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('leaves at the second Ctrl-C at the prompt, and forgets what was typed at the first', async () => {
    const host = new FakeHost({ isTty: true })
    const model = counting()
    const code = processOver({ model }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type(`half a line${ctrlC}`)
    await host.shows(/Ctrl-C again leaves\.\n>$/)
    host.type(ctrlC)
    expect(await code).toBe(0)
    expect(model.requests).toEqual([])
  })

  it('does what a line with a slash says', async () => {
    const host = new FakeHost({ isTty: true })
    const code = processOver({ model: counting() }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('/tools\r')
    await host.shows(/pay\s+Pays/)
    host.type('/lop react\r')
    await host.shows('There is no `/lop`. Did you mean `/loop`?')
    host.type('/loop react\r')
    await host.shows('Talking to react.')
    host.type('/loop nowhere\r')
    await host.shows('There is no loop `nowhere`;')
    host.type('/show\r')
    await host.shows('Nothing was said yet.')
    host.type('//etc is a folder\r')
    await host.shows('1: /etc is a folder')
    host.type('/show\r')
    await host.shows(/Goal +\/etc is a folder\nLoop +react/)
    host.type('/quit\r')
    expect(await code).toBe(0)
  })

  it('asks again what a steer that came too late was about', async () => {
    const host = new FakeHost({ isTty: true })
    const model = heldModel(counting())
    const { gyre, store } = processOver({ model })
    const code = gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('One\r')
    await model.called
    // The turn is under way a moment later.
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    host.type('Two\r')
    await host.shows('steer: Two')
    await noticed(store)
    model.letGo()
    await host.shows(/1: One\nanswered[^>]*2: Two\nanswered/)
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('takes what is typed before a turn is under way for the next one', async () => {
    const host = new FakeHost({ isTty: true })
    const code = processOver({ model: counting() }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('One\rTwo\r')
    await host.shows(/1: One\nanswered[^>]*2: Two\nanswered/)
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('asks a person in the middle of a turn', async () => {
    const host = new FakeHost({ isTty: true })
    const model = scriptedModel(calls('pay', { amount: 5 }), says('It is paid.'))
    const code = processOver({ model }).gyre(host, 'chat', '-l', 'react')
    await host.shows(/^>$/m)
    host.type('Pay\r')
    await host.shows('[y]es, [n]o, [e]dit the arguments:')
    host.type('y\r')
    await host.shows('pay  amount: 5 → Paid 5.')
    await host.shows(/It is paid\.\nanswered/)
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('shows the whole of a call it asks about, however long it is', async () => {
    const host = new FakeHost({ isTty: true, columns: 80 })
    const model = scriptedModel(
      calls('pay', { amount: 5, memo: `${'a'.repeat(400)} the end` }),
      says('It is not paid.'),
    )
    const code = processOver({ model, tools: [{ ...pay, input: {} }] }).gyre(host, 'chat', '-l', 'react')
    await host.shows(/^>$/m)
    host.type('Pay\r')
    const screen = await host.shows('[y]es, [n]o, [e]dit the arguments:')
    expect(screen.replaceAll('\n', '')).toContain(`${'a'.repeat(400)} the end"}`)
    host.type('n\r')
    await host.shows('why (may be empty):')
    host.type('\r')
    await host.shows('It is not paid.')
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('leaves a question open at Ctrl-C, and asks it again by /resume', async () => {
    const host = new FakeHost({ isTty: true })
    const model = scriptedModel(calls('pay', { amount: 5 }), says('It is paid.'))
    const code = processOver({ model }).gyre(host, 'chat', '-l', 'react')
    await host.shows(/^>$/m)
    host.type('Pay\r')
    await host.shows('[e]dit the arguments:')
    host.type('e\r')
    await host.shows('arguments: {"amount":5}')
    host.type(ctrlC)
    await host.shows(/It waits for your answer\. \/resume goes on here;[^>]*\n>$/)
    host.type('/resume\r')
    await host.shows(/\/resume\n\? [^>]*\n\[y\]es, \[n\]o, \[e\]dit the arguments:$/)
    host.type('y\r')
    await host.shows('It is paid.')
    host.type(ctrlD)
    expect(await code).toBe(0)
    expect(model.requests).toHaveLength(2)
  })

  it('shows what a model writes and obeys none of it', async () => {
    const host = new FakeHost({ isTty: true })
    const code = processOver({ model: scriptedModel(says('a\x1b[2Jb\x07c\rd')) }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('One\r')
    await host.shows(/^abcd$/m)
    expect(host.out).not.toContain('\x1b[2J')
    host.type(ctrlD)
    expect(await code).toBe(0)
  })

  it('goes on talking when a turn fails', async () => {
    const host = new FakeHost({ isTty: true })
    const model = modelOf(({ messages }) => {
      if (JSON.stringify(messages).includes('Break')) throw new Error('It broke.')
      return says('Fine.')
    })
    const code = processOver({ model }).gyre(host, 'chat')
    await host.shows(/^>$/m)
    host.type('Break\r')
    await host.shows(/It broke\.[^>]*\n>$/)
    host.type('Go on\r')
    await host.shows('Fine.')
    host.type(ctrlD)
    expect(await code).toBe(0)
  })
})
