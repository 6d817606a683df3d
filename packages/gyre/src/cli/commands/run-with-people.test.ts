import { defineLoop } from '@gyre/core'
import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, processOver } from '../../../test/fake-place.ts'

const asking = defineLoop({ name: 'asking', run: (ctx) => ctx.askHuman('Which one?', { choices: ['a', 'b'] }) })
const hello = () => scriptedModel(says('Hello.'))

async function quietly({ gyre }: ReturnType<typeof processOver>, ...args: string[]) {
  const host = new FakeHost()
  return { code: await gyre(host, '-q', ...args), err: host.err }
}

describe('`gyre run` beside people', () => {
  it('says what it waits for, quiet or not', async () => {
    const { code, err } = await quietly(processOver({ model: hello(), loops: [asking] }), '-l', 'asking', 'Go')
    expect(code).toBe(4)
    expect(err).toMatch(
      /^Session (ses_\S+) waits for you\.\n\? Which one\?\n {4}1 {2}a\n {4}2 {2}b\n {4}gyre answer \1 "a"\n$/,
    )
  })

  it.each<[readonly string[]]>([[[]], [['--plain']]])('leaves it waiting by Ctrl-D, with %j', async (options) => {
    const host = new FakeHost({ isTty: true })
    const done = processOver({ model: hello(), loops: [asking] }).gyre(host, ...options, '-l', 'asking', 'Go')
    await host.shows('answer (1-2):')
    host.type('\x04')
    expect(await done).toBe(4)
    expect(await host.screen()).toMatch(/^Session (ses_\S+) waits for you\.\n[\s\S]* {4}gyre answer \1 "a"$/m)
  })

  it('tells of what people wanted and was rejected, in their words', async () => {
    const model = heldModel(hello())
    const { gyre, store } = processOver({ model, tools: [] })
    const host = new FakeHost()
    const done = gyre(host, 'Hello?')
    await model.called
    const [row] = await store.sessions.list({})
    await processOver({ model: hello(), store }).gyre(new FakeHost(), 'override', row?.id ?? '', '--tool', 'x')
    model.letGo()
    expect(await done).toBe(0)
    expect(host.err).toContain('✗ override rejected: no request came that may call tools\n')
  })
})
