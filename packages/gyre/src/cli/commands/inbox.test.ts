import { defineLoop, defineTool } from '@gyre/core'
import { calls, modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, processOver } from '../../../test/fake-place.ts'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays',
  input: z.object({ amount: z.number() }),
  approval: 'always',
  run: ({ amount }) => `Paid ${amount}.`,
})

const paying = modelOf(({ messages }) =>
  messages.at(-1)?.role === 'tool' ? says('Paid.') : calls('pay', { amount: 5 }),
)

describe('`gyre inbox`', () => {
  it('lists questions and approvals over all sessions, each with its command', async () => {
    const lab = new SessionLab({ models: [paying], tools: [pay] })
    await lab.session('Buy a bike', 'asking')
    await lab.session('Pay the bill')
    await lab.session('Choose', 'asking')
    await lab.gyre('answer', 'last', '2', '--wait', '0')
    expect((await lab.gyre('inbox')).out).toBe(`${sessionOf(2)}  Pay the bill
  ? Run \`pay\` with {"amount":5}?
      gyre approve ${sessionOf(2)}
      gyre reject ${sessionOf(2)}

${sessionOf(1)}  Buy a bike
  ? Which one?
      1  the red one
      2  the blue one
      gyre answer ${sessionOf(1)} "the red one"
`)
  })

  it('fits the terminal, and leaves commands whole', async () => {
    const question = `Which of these ${'many '.repeat(12)}ones?`
    const unsure = defineLoop({ name: 'unsure', run: (ctx) => ctx.askHuman(question) })
    const { gyre } = processOver({ model: paying, loops: [unsure] })
    expect(await gyre(new FakeHost(), 'run', '-l', 'unsure', 'Choose')).toBe(4)
    const host = new FakeHost({ isTty: true, columns: 60 })
    expect(await gyre(host, 'inbox')).toBe(0)
    const [, ...lines] = host.out.trimEnd().split('\n')
    expect(lines).toEqual([
      `  ? Which of these ${'many '.repeat(8)}`.trimEnd(),
      '  many many many many ones?',
      expect.stringMatching(/^ {6}gyre answer ses_\S+ "…"$/),
    ])
  })

  it('lists what a break-point or a person paused, and why', async () => {
    const lab = new SessionLab({ models: [paying], tools: [pay] })
    const session = await lab.runtime.start('react', 'Pay', {
      model: paying,
      tools: [pay],
      breakpoints: [{ before: 'pay' }],
    })
    await session.idle()
    await lab.runtime.close()
    expect((await lab.gyre('inbox')).out).toBe(`${sessionOf(1)}  Pay
  ‖ break-point: before pay
      gyre resume ${sessionOf(1)}
`)
  })

  it('lists sessions whose process is gone, and those that were answered and are run by nobody', async () => {
    const model = heldModel(paying)
    const lab = new SessionLab({ models: [model] })
    await lab.session('Choose', 'asking')
    await lab.runtime.start('react', 'Greet', { model })
    await model.called
    await lab.runtime.close({ graceMs: 0 })
    await lab.gyre('answer', '00000001', '1', '--wait', '0')
    const items = JSON.parse((await lab.gyre('inbox', '--json')).out) as readonly { kind: string; text: string }[]
    expect(items.map(({ kind, text }) => [kind, text])).toEqual([
      ['interrupted', '✗ interrupted: its process is gone'],
      ['queued', '· answered; nobody runs it'],
    ])
  })

  it('says so when nothing waits', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    expect(await lab.gyre('inbox')).toEqual({ code: 0, out: '', err: 'Nothing waits for you.\n' })
  })
})
