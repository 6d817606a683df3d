import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { shelf } from '../../../test/knowledge-shelf.ts'
import { invoke } from '../invoke.ts'

describe('where there are no documents at all', () => {
  it.each([['search', 'mill'], ['graph', 'Who built Marta?'], ['graph', '--build'], ['list']])(
    '`gyre knowledge %s` says how to have some',
    async (...args) => {
      const cwd = temporaryFolder()
      writeFileSync(join(cwd, 'gyre.config.json'), '{ "toolboxes": { "knowledge": { "demo": false } } }')
      const host = new FakeHost({ cwd, env: { HOME: cwd, GYRE_MODEL: 'demo/rules' } })
      expect(await invoke(['--data', join(cwd, 'data'), 'knowledge', ...args], host)).toBe(0)
      expect([host.out, host.err]).toEqual(['', 'There are no documents. To read some: gyre knowledge add FOLDER\n'])
    },
  )
})

describe('the bundled documents', () => {
  const typed = async (options: { env?: Record<string, string>; config?: object }, ...args: string[]) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify(options.config ?? {}))
    const again = async (...more: string[]) => {
      const host = new FakeHost({ cwd, env: { HOME: cwd, ...options.env } })
      const code = await invoke(['--data', join(cwd, 'data'), ...more], host)
      return { code, out: host.out, err: host.err }
    }
    return { ...(await again(...args)), again }
  }
  const demo = { GYRE_MODEL: 'demo/rules' }
  const real = { OPENAI_API_KEY: 'sk-abc-abc-abc' }
  const wanted = { toolboxes: { knowledge: { demo: true } } }
  const unwanted = { toolboxes: { knowledge: { demo: false } } }

  it.each([
    ['the demo model', true, { env: demo }],
    ['another model', false, { env: real }],
    ['another model and a config that wants them', true, { env: real, config: wanted }],
    ['the demo model and a config that does not', false, { env: demo, config: unwanted }],
  ])('are served as the web with %s: %s', async (_, isServed, options) => {
    const input = '{"query":"current price of gold in Zurich"}'
    const { code, out } = await typed(options, 'tools', 'call', 'web.search', input)
    expect([code, out.includes('aldery.example')]).toEqual([0, isServed])
    expect(out.includes('(From the bundled sample documents, which are invented.)')).toBe(isServed)
  })

  it('are read as pages that say so', async () => {
    const found = await typed({ env: demo }, 'tools', 'call', 'web.search', '{"query":"ferry"}')
    const [, url = ''] = /(https:\/\/\S*aldery\.example\S*)/.exec(found.out) ?? []
    const page = await found.again('tools', 'call', 'web.fetch', JSON.stringify({ url }))
    expect(page.out).toContain('From the bundled sample documents, which are invented.')
  })

  it('are not removed, and it is said why', async () => {
    const { gyre } = shelf()
    const [first] = JSON.parse((await gyre('knowledge', 'list', '--json')).out) as [{ source: string }]
    const { code, err } = await gyre('knowledge', 'remove', first.source)
    expect(code).toBe(2)
    expect(err).toContain(
      `Error: Nothing came from \`${first.source}\`. Bundled documents are not removed: \`toolboxes.knowledge.demo: false\``,
    )
  })

  it.each([
    [['search', 'x', '--hyde'], '`--hyde` needs a model that can write, and `demo/rules` cannot.'],
    [['graph', '--build', '-m', 'demo/rules'], '`--build --model` needs a model that can write'],
  ])('are not looked up with made-up phrases: %j', async (args, says) => {
    const { code, err } = await typed({ env: demo }, 'knowledge', ...args)
    expect(code).toBe(2)
    expect(err).toContain(`Error: ${says}`)
    expect(err).toContain('Name another one: -m provider/model')
  })
})
